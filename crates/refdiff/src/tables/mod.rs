//! Results as Arrow tables: `columns` says which there are and what they mean, `of_report` fills them.
//!
//! Rows are tied together by what they mean, never by numbers of their own: a repository's name, a commit's hash, and the `id` of a
//! refactoring within the commit. Rows of several repositories, machines or runs can be put into one table as they are.

mod columns;
mod dates;
mod of_report;
mod rows;

pub use columns::{Column, Kind, SCHEMA_VERSION, Table};
pub use rows::{Rows, Value};

use crate::report::Report;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

/// Rows of several tables that wait to be taken together.
pub struct Tables {
    rows: Vec<Rows>,
}

impl Tables {
    /// Tables without rows.
    pub fn new(tables: impl IntoIterator<Item = Table>) -> Self {
        Tables { rows: tables.into_iter().map(Rows::new).collect() }
    }

    /// Adds what a report says of a repository of this name.
    pub fn add(&mut self, repository: &str, report: &Report) {
        for rows in &mut self.rows {
            of_report::add(rows, repository, report);
        }
    }

    /// Which they are.
    pub fn tables(&self) -> Vec<Table> {
        self.rows.iter().map(Rows::table).collect()
    }

    /// How many rows the longest of the tables has.
    pub fn longest(&self) -> usize {
        self.rows.iter().map(Rows::len).max().unwrap_or(0)
    }

    /// The rows so far, a batch for each table in the order of [`Tables::new`]; the tables are empty afterwards.
    pub fn take(&mut self) -> Result<Vec<(Table, RecordBatch)>, ArrowError> {
        self.rows.iter_mut().map(|rows| Ok((rows.table(), rows.take()?))).collect()
    }
}
