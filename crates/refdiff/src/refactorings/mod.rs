//! The relationships: one file each, with its rule, its threshold and its example.
//!
//! The order is that of the paper's table, but for Change Method Signature, which goes before Rename Method as in the
//! paper's tool: a method that kept its name is the same method before it is another one renamed.

mod change_method_signature;
mod extract_method;
mod extract_supertype;
mod inline_method;
mod kind;
mod move_and_rename_method;
mod move_and_rename_type;
mod move_field;
mod move_method;
mod move_type;
mod pull_up_field;
mod pull_up_method;
mod push_down_field;
mod push_down_method;
mod rename_method;
mod rename_type;

pub use kind::{RefactoringType, UnknownType};

use crate::matching::{Context, Join, Multiplicity, Pair};
use crate::model::EntityId;

/// A pair that a relationship holds for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub refactoring: RefactoringType,
    pub before: EntityId,
    pub after: EntityId,
    pub similarity: f64,
}

/// When a matching relationship holds, its similarity apart.
pub(crate) struct MatchingRule {
    /// What the condition implies, so that only such pairs are looked at.
    pub join: Join,
    pub multiplicity: Multiplicity,
    pub condition: fn(&Context<'_>, EntityId, EntityId) -> bool,
    /// The rank of a pair that satisfies the condition, higher first; `None` where it is not accepted.
    pub judge: fn(&Context<'_>, &Pair) -> Option<f64>,
}

/// How a relationship is found.
pub(crate) enum Rule {
    /// The entity before corresponds to the one after; pairs conflict, and the most similar win.
    Matching(MatchingRule),
    /// The one comes from the other, but they do not correspond; all pairs above the threshold count.
    Origin(fn(&Context<'_>, f64) -> Vec<Found>),
}

/// A relationship of the paper's table.
pub struct RelationshipInfo {
    /// The refactoring that it is reported as.
    pub refactoring: RefactoringType,
    /// The published threshold, or the tool's where none was published; `None` where the paper does not have it.
    pub paper_threshold: Option<f64>,
    /// What it means, in a sentence.
    pub summary: &'static str,
    /// Java before the refactoring.
    pub example_before: &'static str,
    /// Java after it.
    pub example_after: &'static str,
    /// As the paper has it.
    pub(crate) rule: Rule,
    /// The same with more evidence, where there is more.
    pub(crate) evidence: Option<Rule>,
}

impl RelationshipInfo {
    /// The rule that a profile uses.
    pub(crate) fn rule(&self, evidence: bool) -> &Rule {
        self.evidence.as_ref().filter(|_| evidence).unwrap_or(&self.rule)
    }
}

/// All relationships, in the order in which they are looked for.
pub fn all() -> &'static [RelationshipInfo] {
    const ALL: &[RelationshipInfo] = &[
        rename_type::INFO,
        move_type::INFO,
        move_and_rename_type::INFO,
        extract_supertype::INFO,
        change_method_signature::INFO,
        rename_method::INFO,
        pull_up_method::INFO,
        push_down_method::INFO,
        move_method::INFO,
        move_and_rename_method::INFO,
        extract_method::INFO,
        inline_method::INFO,
        pull_up_field::INFO,
        push_down_field::INFO,
        move_field::INFO,
    ];
    ALL
}
