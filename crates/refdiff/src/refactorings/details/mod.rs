//! The types that are finer than an entity, a file a family. `crate::details` finds them.

pub(super) mod annotations;
pub(super) mod conditions;
pub(super) mod declarations;
pub(super) mod modifiers;
pub(super) mod signature;
pub(super) mod variables;

use super::{Group, RefactoringType, Rule, TypeInfo};
use crate::model::Level;

/// What the finer types have in common: they belong to a pair that corresponds, and only name a change, if nothing else is
/// said.
const DETAIL: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddParameter,
    name: "",
    aliases: &[],
    group: Group::Statement,
    level: Level::Method,
    corresponds: true,
    preserves: false,
    moves: false,
    sentence: "",
    rminer: "",
    confidence: &[],
    paper_threshold: None,
    summary: "",
    example_before: "",
    example_after: "",
    rule: Rule::Detail,
    evidence: None,
};
