//! What speaks for a pair beside the similarity of its bodies.

mod accessors;
mod calls;
mod composites;
mod facts;
pub(crate) mod hierarchy;
pub(crate) mod moving;
pub(crate) mod names;
pub(crate) mod place;
mod relation;
pub(crate) mod renaming;
mod transfer;
pub(crate) mod types;

pub(crate) use accessors::{accesses_field_only, parameters};
pub(crate) use calls::{CalledBy, Calls, by_caller};
pub(crate) use composites::taken_over;
pub(crate) use facts::facts;
pub(crate) use relation::{Owners, Relations, apart};
pub(crate) use transfer::{Share, Transfer, add_callers, share_out};
