//! The refactoring types finer than an entity, one file per family. `crate::details` finds them.

pub(super) mod annotations;
pub(super) mod conditions;
pub(super) mod declarations;
pub(super) mod modifiers;
pub(super) mod signature;
pub(super) mod variables;

use super::{Group, RefactoringType, Rule, TypeInfo};
use crate::model::Level;

/// The defaults of the finer types: they belong to a matched pair, and they only name a change, unless overridden.
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
    doubtful: false,
    rminer: "",
    confidence: &[],
    paper_threshold: None,
    summary: "",
    example_before: "",
    example_after: "",
    rule: Rule::Detail,
    evidence: None,
};
