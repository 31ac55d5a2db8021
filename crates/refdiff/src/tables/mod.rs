//! Results as Arrow tables: `columns` defines the tables and their meaning, `of_report` fills them.
//!
//! Rows refer to each other by meaningful keys, never by generated numbers: the name of a repository, the hash of a
//! commit, and the `id` of a refactoring within the commit. Rows from several repositories, machines or runs can be
//! concatenated.

mod columns;
mod dates;
mod of_report;
mod rows;

pub use columns::{Column, Kind, SCHEMA_VERSION, Table};
pub use rows::{Rows, Value};

use crate::report::Report;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

/// Collected rows of several tables.
pub struct Tables {
    rows: Vec<Rows>,
}

impl Tables {
    /// Tables without rows.
    pub fn new(tables: impl IntoIterator<Item = Table>) -> Self {
        Tables { rows: tables.into_iter().map(Rows::new).collect() }
    }

    /// Adds the content of a report for a repository with this name.
    pub fn add(&mut self, repository: &str, report: &Report) {
        for rows in &mut self.rows {
            of_report::add(rows, repository, report);
        }
    }

    /// The tables.
    pub fn tables(&self) -> Vec<Table> {
        self.rows.iter().map(Rows::table).collect()
    }

    /// The number of rows of the longest table.
    pub fn longest(&self) -> usize {
        self.rows.iter().map(Rows::len).max().unwrap_or(0)
    }

    /// The rows so far, one batch per table in the order of [`Tables::new`]; afterwards the tables are empty.
    pub fn take(&mut self) -> Result<Vec<(Table, RecordBatch)>, ArrowError> {
        self.rows.iter_mut().map(|rows| Ok((rows.table(), rows.take()?))).collect()
    }
}
