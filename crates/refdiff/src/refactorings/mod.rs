//! The relationships: one file each, with its rule, its threshold and its example.
//!
//! The order is that of the paper's table, but for Change Method Signature, which goes before Rename Method as in the
//! paper's tool: a method that kept its name is the same method before it is another one renamed.

mod change_method_signature;
mod confidence;
mod extract_and_move_method;
mod extract_class;
mod extract_method;
mod extract_subclass;
mod extract_supertype;
mod inline_method;
mod kind;
mod move_and_inline_method;
mod move_and_rename_field;
mod move_and_rename_method;
mod move_and_rename_type;
mod move_field;
mod move_method;
mod move_package;
mod move_type;
mod pull_up_field;
mod pull_up_method;
mod push_down_field;
mod push_down_method;
mod rename_field;
mod rename_method;
mod rename_package;
mod rename_type;

pub(crate) use confidence::confidence;
pub use kind::{RefactoringType, UnknownType};

use crate::matching::evidence::Owners;
use crate::matching::{Considered, Context, Fate, Join, Judgement, Multiplicity, Pair};
use crate::model::EntityId;

/// A pair that a relationship holds for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub refactoring: RefactoringType,
    pub before: EntityId,
    pub after: EntityId,
    /// How alike they are; `None` where there is nothing to compare.
    pub similarity: Option<f64>,
    /// How much speaks for it, from 0 to 1.
    pub strength: f64,
}

impl Found {
    /// A new type made of so many members of another.
    pub(crate) fn composed(refactoring: RefactoringType, owners: Owners, members: usize) -> Found {
        let strength = 1.0 - 1.0 / (1.0 + members as f64);
        Found { refactoring, before: owners.before, after: owners.after, similarity: None, strength }
    }

    /// What a rule that looks for origins says of a pair, recorded where someone asked for it.
    pub(crate) fn judged(
        context: &Context<'_>,
        refactoring: RefactoringType,
        (before, after): (EntityId, EntityId),
        similarity: f64,
        judgement: Judgement,
    ) -> Option<Found> {
        let fate = match judgement {
            Ok(verdict) => Fate::Accepted(verdict),
            Err(reason) => Fate::Refused(reason),
        };
        let considered = || Considered { refactoring, before, after, similarity: Some(similarity), fate };
        context.record(considered, before, after);
        let verdict = judgement.ok()?;
        Some(Found { refactoring, before, after, similarity: Some(similarity), strength: verdict.strength })
    }
}

/// When a matching relationship holds, its similarity apart.
pub(crate) struct MatchingRule {
    /// What the condition implies, so that only such pairs are looked at.
    pub join: Join,
    pub multiplicity: Multiplicity,
    pub condition: fn(&Context<'_>, EntityId, EntityId) -> bool,
    /// Whether a pair that satisfies the condition is accepted.
    pub judge: fn(&Context<'_>, &Pair) -> Judgement,
}

/// How a relationship is found.
pub(crate) enum Rule {
    /// The entity before corresponds to the one after; pairs conflict, and the most similar win.
    Matching(MatchingRule),
    /// The one comes from the other, but they do not correspond; all pairs above the threshold count.
    Origin(fn(&Context<'_>, f64) -> Vec<Found>),
    /// What the members that found new places say of their types; looked for when all members are matched.
    Composite(fn(&Context<'_>) -> Vec<Found>),
    /// A finer name for some of what another rule finds.
    FinerName,
    /// What the types that found new places say of their packages; see `matching/packages.rs`.
    Package,
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
        rename_field::INFO,
        move_and_rename_field::INFO,
        extract_class::INFO,
        extract_subclass::INFO,
        extract_and_move_method::INFO,
        move_and_inline_method::INFO,
        rename_package::INFO,
        move_package::INFO,
    ];
    ALL
}
