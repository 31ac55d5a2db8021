//! The patterns, one file per family. `crate::patterns` finds them.

pub(super) mod codes;
pub(super) mod conditions;
pub(super) mod creation;
pub(super) mod delegation;
pub(super) mod fields;
pub(super) mod hierarchy;
pub(super) mod methods;
pub(super) mod parameters;
pub(super) mod values;

use super::{Group, RefactoringType, Rule, TypeInfo};
use crate::model::Level;

/// The defaults of patterns: they name what several changes are together, and explain nothing by themselves.
const PATTERN: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceMagicNumberWithConstant,
    name: "",
    aliases: &[],
    group: Group::Pattern,
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
