//! How alike two entities are: multisets of tokens, weighted by how rare a token is.

mod bag;
mod documents;
mod weights;

pub use bag::Bag;
pub(crate) use documents::{Collections, Documents};
pub use weights::Weights;
