//! The evidence for a pair besides the similarity of its bodies.

mod accessors;
mod calls;
mod composites;
mod decision;
mod facts;
mod flow;
pub(crate) mod hierarchy;
pub(crate) mod moving;
pub(crate) mod names;
pub(crate) mod place;
mod relation;
pub(crate) mod renaming;
mod standing;
mod transfer;
pub(crate) mod types;
mod wholes;

pub(crate) use accessors::accesses_field_only;
pub(crate) use calls::{Calls, by_caller};
pub(crate) use composites::taken_over;
pub(crate) use facts::facts;
pub(crate) use flow::Direction;
pub(crate) use relation::{Owners, Relations};
pub(crate) use standing::Standing;
pub(crate) use transfer::find as find_transfers;
