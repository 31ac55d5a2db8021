//! The same on the files and commits of any repository: real code, refactored as text in ways whose answers are known.
//!
//! Alone, a file of a commit is compared with itself refactored; mixed, what a commit really changed is compared with the
//! refactoring on top of it.

mod carried;
mod code;
mod mutate;
mod repository;

pub use code::Code;
pub use mutate::{ALL, Mutation, edit};
pub use repository::Pool;
