//! What a caller gets.

mod comparison;
mod declared;
mod describe;
mod details;
mod document;
mod element;
mod explanation;
mod signature;
mod timings;

pub use comparison::{Comparison, Match, MatchStatus, Refactoring};
pub use declared::{Declarations, Declared, Piece, Span, Stated};
pub use describe::fill;
pub use document::{EntityCounts, FileCounts, Incomplete, MatchedEntities, Person, Report};
pub use element::{Element, Subject};
pub use explanation::{Candidate, Explained, Query, WhichSide};
pub use timings::Timings;

pub(crate) use comparison::Side;
pub(crate) use declared::visibility as access;
