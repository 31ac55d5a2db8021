//! The groups of refactoring types.

use serde::{Deserialize, Serialize};

/// A group of types, from the coarse to the fine. All but the first two are about something finer than an entity, or about
/// what a matched entity declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Group {
    /// Packages, types, methods and fields: renamed, moved, extracted, inlined.
    #[default]
    Structure,
    /// Several changes that together are one step of a catalogue.
    Pattern,
    /// Parameters, results and exceptions of methods.
    Signature,
    /// The declared types of fields, the kinds of types.
    Declaration,
    /// Visibility and other modifiers.
    Modifier,
    /// Annotations.
    Annotation,
    /// Local variables.
    Variable,
    /// Statements and expressions.
    Statement,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 8] = [
        Group::Structure,
        Group::Pattern,
        Group::Signature,
        Group::Declaration,
        Group::Modifier,
        Group::Annotation,
        Group::Variable,
        Group::Statement,
    ];

    /// Whether it is about entities themselves.
    pub fn is_structure(&self) -> bool {
        *self == Group::Structure
    }

    /// Whether its reports name entities alone, and nothing finer inside them.
    pub fn names_entities(self) -> bool {
        matches!(self, Group::Structure | Group::Pattern)
    }

    /// Its name, as filters accept it.
    pub fn name(self) -> &'static str {
        match self {
            Group::Structure => "structure",
            Group::Pattern => "pattern",
            Group::Signature => "signature",
            Group::Declaration => "declaration",
            Group::Modifier => "modifier",
            Group::Annotation => "annotation",
            Group::Variable => "variable",
            Group::Statement => "statement",
        }
    }
}
