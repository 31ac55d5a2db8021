//! Arrow tables for Python, handed over through Arrow's C interface without a copy.

use crate::{error, threads};
use anyhow::anyhow;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use refdiff::tables::{Table as Which, Tables};
use refdiff_cli::embed;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many rows stand together.
const BATCH: usize = 8_192;

/// A table that any library that knows Arrow's C interface can take.
#[pyclass(frozen, module = "refdiff._native")]
pub struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    /// How many rows it has.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of its columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|e| error(e.into()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may pass over what it cannot do, and the table is what it is.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// The table of this name without rows.
#[pyfunction]
pub fn empty(name: &str) -> PyResult<Table> {
    let table: Which = name.parse().map_err(|reason: String| error(anyhow!(reason)))?;
    Ok(Table { schema: table.schema(), batches: Vec::new() })
}

/// Analyses commits into tables of these names. `progress` is called with the number of commits that are done.
pub fn collect(
    py: Python<'_>,
    names: &[String],
    progress: Option<Py<PyAny>>,
    repository: String,
    log: impl FnOnce() -> PyResult<embed::Log>,
) -> PyResult<Vec<(String, Table)>> {
    let wanted = names.iter().map(|name| name.parse().map_err(|reason: String| error(anyhow!(reason))));
    let wanted: Vec<Which> = wanted.collect::<PyResult<_>>()?;
    let log = log()?;
    let done = Arc::new(AtomicUsize::new(0));
    let counted = done.clone();
    let tell = || match &progress {
        Some(progress) => progress.call1(py, (done.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    let columns = threads::waited(py, tell, move |stop| {
        let mut tables = Tables::new(wanted.iter().copied());
        let mut columns: Vec<(Which, Vec<RecordBatch>)> =
            wanted.iter().map(|&table| (table, Vec::new())).collect();
        let mut keep = |tables: &mut Tables| -> anyhow::Result<()> {
            for (index, (_, rows)) in tables.take()?.into_iter().enumerate() {
                if rows.num_rows() > 0 {
                    columns[index].1.push(rows);
                }
            }
            Ok(())
        };
        let mut failure = None;
        log.run(stop, |report| {
            tables.add(&repository, &report);
            counted.fetch_add(1, Ordering::Relaxed);
            if tables.longest() >= BATCH {
                failure = keep(&mut tables).err();
            }
            failure.is_none()
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        keep(&mut tables)?;
        Ok(columns)
    })?;
    tell()?;
    let named = |(table, batches): (Which, Vec<RecordBatch>)| {
        (table.name().to_owned(), Table { schema: table.schema(), batches })
    };
    Ok(columns.into_iter().map(named).collect())
}
