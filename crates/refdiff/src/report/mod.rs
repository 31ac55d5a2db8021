//! What a caller gets.

mod comparison;
mod describe;
mod document;
mod element;

pub use comparison::{Comparison, Match, MatchStatus, Refactoring};
pub use document::{EntityCounts, FileCounts, Incomplete, MatchedEntities, Person, Report};
pub use element::Element;

pub(crate) use comparison::Side;
