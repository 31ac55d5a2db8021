//! The groups of refactoring types.

use serde::{Deserialize, Serialize};

/// A group of types, from the coarse to the fine. All but the first are about something finer than an entity, or about
/// what a matched entity declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Group {
    /// Packages, types, methods and fields: renamed, moved, extracted, inlined.
    #[default]
    Structure,
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
    pub const ALL: [Group; 7] = [
        Group::Structure,
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

    /// Its name, as filters accept it.
    pub fn name(self) -> &'static str {
        match self {
            Group::Structure => "structure",
            Group::Signature => "signature",
            Group::Declaration => "declaration",
            Group::Modifier => "modifier",
            Group::Annotation => "annotation",
            Group::Variable => "variable",
            Group::Statement => "statement",
        }
    }
}
