//! The similarity of two entities: multisets of tokens, weighted by how rare a token is.

mod bag;
mod documents;
mod index;
mod weights;

pub use bag::Bag;
pub(crate) use documents::{Collections, Documents};
pub(crate) use index::candidates;
pub use weights::Weights;
