//! Labelled data, and how what a tool found is scored against it. docs/oracle.md has the format and the rules.

pub mod calibration;
mod calibration_table;
pub mod descriptions;
pub mod fitting;
pub mod keys;
pub mod oracle;
pub mod reported;
pub mod score;
pub mod table;
pub mod times;
