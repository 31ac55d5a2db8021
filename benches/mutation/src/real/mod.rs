//! The same on the files and commits of any repository: real code, refactored as text with known answers.
//!
//! Alone, a file of a commit is compared with its refactored version. Mixed, the refactoring is applied on top of the
//! real changes of a commit.

mod carried;
mod code;
mod mutate;
mod repository;

pub use code::Code;
pub use mutate::{ALL, Mutation, edit};
pub use repository::Pool;
