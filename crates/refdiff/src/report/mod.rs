//! What a caller gets.

mod comparison;
mod declared;
mod describe;
mod details;
mod document;
mod element;
mod explanation;
mod extent;
mod matches;
mod signature;
mod timings;

pub use comparison::{Comparison, Refactoring};
pub use declared::{Declarations, Declared, Piece, Span, Stated};
pub use describe::fill;
pub use document::{EntityCounts, FileCounts, Incomplete, MatchedEntities, Person, Report};
pub use element::{Element, Subject};
pub use explanation::{Candidate, Explained, Query, WhichSide};
pub use matches::{Match, MatchStatus};
pub use timings::Timings;

pub(crate) use comparison::Side;
pub(crate) use declared::visibility as access;
