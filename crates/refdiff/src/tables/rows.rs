//! Collects the rows of one table for Arrow.

use super::columns::{Kind, Table};
use super::dates;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use std::sync::Arc;

/// The value of one cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'v> {
    #[allow(missing_docs)]
    None,
    #[allow(missing_docs)]
    Text(&'v str),
    #[allow(missing_docs)]
    Texts(Vec<&'v str>),
    #[allow(missing_docs)]
    Integer(i64),
    #[allow(missing_docs)]
    Real(f64),
    #[allow(missing_docs)]
    Truth(bool),
    /// A date in the format of reports, for a time column; an integer column takes its offset in minutes.
    Date(&'v str),
}

/// Rows of one table.
pub struct Rows {
    table: Table,
    columns: Vec<Cells>,
    count: usize,
}

enum Cells {
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Integer(Int64Builder),
    Real(Float64Builder),
    Truth(BooleanBuilder),
    Time(TimestampMicrosecondBuilder),
}

impl Rows {
    /// No rows.
    pub fn new(table: Table) -> Self {
        let columns = table.columns().iter().map(|column| Cells::new(column.kind)).collect();
        Rows { table, columns, count: 0 }
    }

    #[allow(missing_docs)]
    pub fn table(&self) -> Table {
        self.table
    }

    #[allow(missing_docs)]
    pub fn len(&self) -> usize {
        self.count
    }

    #[allow(missing_docs)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a row: one value per column. A value that does not fit its column becomes null.
    pub fn push(&mut self, values: &[Value<'_>]) {
        debug_assert_eq!(values.len(), self.columns.len(), "a row of {}", self.table.name());
        for (index, cells) in self.columns.iter_mut().enumerate() {
            cells.push(values.get(index).unwrap_or(&Value::None));
        }
        self.count += 1;
    }

    /// Takes the rows so far. Fails if a column that must have a value has none.
    pub fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        self.count = 0;
        let columns = self.columns.iter_mut().map(Cells::take).collect();
        RecordBatch::try_new(self.table.schema(), columns)
    }
}

impl Cells {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Cells::Text(StringBuilder::new()),
            Kind::Texts => Cells::Texts(ListBuilder::new(StringBuilder::new())),
            Kind::Integer => Cells::Integer(Int64Builder::new()),
            Kind::Real => Cells::Real(Float64Builder::new()),
            Kind::Truth => Cells::Truth(BooleanBuilder::new()),
            Kind::Time => Cells::Time(TimestampMicrosecondBuilder::new().with_timezone("UTC")),
        }
    }

    fn push(&mut self, value: &Value<'_>) {
        match (self, value) {
            (Cells::Text(cells), Value::Text(text)) => cells.append_value(text),
            (Cells::Text(cells), _) => cells.append_null(),
            (Cells::Texts(cells), Value::Texts(texts)) => {
                texts.iter().for_each(|text| cells.values().append_value(text));
                cells.append(true);
            }
            (Cells::Texts(cells), _) => cells.append(false),
            (Cells::Integer(cells), Value::Integer(number)) => cells.append_value(*number),
            (Cells::Integer(cells), Value::Date(date)) => {
                cells.append_option(dates::parse(date).map(|(_, offset)| offset));
            }
            (Cells::Integer(cells), _) => cells.append_null(),
            (Cells::Real(cells), Value::Real(number)) => cells.append_value(*number),
            (Cells::Real(cells), _) => cells.append_null(),
            (Cells::Truth(cells), Value::Truth(truth)) => cells.append_value(*truth),
            // SQLite has no booleans.
            (Cells::Truth(cells), Value::Integer(number)) => cells.append_value(*number != 0),
            (Cells::Truth(cells), _) => cells.append_null(),
            (Cells::Time(cells), Value::Date(date)) => {
                cells.append_option(dates::parse(date).map(|(seconds, _)| seconds * 1_000_000));
            }
            (Cells::Time(cells), _) => cells.append_null(),
        }
    }

    fn take(&mut self) -> ArrayRef {
        match self {
            Cells::Text(cells) => Arc::new(cells.finish()),
            Cells::Texts(cells) => Arc::new(cells.finish()),
            Cells::Integer(cells) => Arc::new(cells.finish()),
            Cells::Real(cells) => Arc::new(cells.finish()),
            Cells::Truth(cells) => Arc::new(cells.finish()),
            Cells::Time(cells) => ArrayBuilder::finish(cells),
        }
    }
}
