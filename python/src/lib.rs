//! The part of the Python package that is compiled: thin wrappers around `refdiff_cli::embed`. What users see is written in
//! Python, in `refdiff/`.

mod clones;
mod objects;
mod stream;
mod tables;
mod threads;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use refdiff::FilePath;
use refdiff_cli::embed;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Most of what is allocated is small and short-lived, on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pyo3::create_exception!(
    refdiff,
    Error,
    pyo3::exceptions::PyException,
    "What the command line says where it fails."
);

/// An error with its causes, as the command line tells it.
fn error(error: anyhow::Error) -> PyErr {
    Error::new_err(embed::told(&error))
}

/// Files by their paths, as text or bytes.
fn sources(files: &Bound<'_, PyDict>) -> PyResult<BTreeMap<FilePath, Arc<[u8]>>> {
    files
        .iter()
        .map(|(path, text)| {
            let text: Vec<u8> = match text.extract::<String>() {
                Ok(text) => text.into_bytes(),
                Err(_) => text.extract()?,
            };
            Ok((FilePath::from(path.extract::<String>()?.as_str()), text.into()))
        })
        .collect()
}

/// Compares files in memory.
#[pyfunction]
fn compare<'py>(
    py: Python<'py>,
    before: &Bound<'py, PyDict>,
    after: &Bound<'py, PyDict>,
    arguments: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let (before, after) = (sources(before)?, sources(after)?);
    let report = threads::interruptible(py, move |stop| embed::compare(&before, &after, &arguments, stop))?;
    objects::report(py, &report)
}

/// A commit against a parent.
#[pyfunction]
fn show(py: Python<'_>, folder: PathBuf, arguments: Vec<String>) -> PyResult<Bound<'_, PyAny>> {
    let report = threads::interruptible(py, move |stop| embed::show(&folder, &arguments, stop))?;
    objects::report(py, &report)
}

/// Two revisions, the index or the work tree.
#[pyfunction]
fn diff(py: Python<'_>, folder: PathBuf, arguments: Vec<String>) -> PyResult<Bound<'_, PyAny>> {
    let report = threads::interruptible(py, move |stop| embed::diff(&folder, &arguments, stop))?;
    objects::report(py, &report)
}

/// The names of the refactorings that can be found, each with its group.
#[pyfunction]
fn types() -> Vec<(&'static str, &'static str)> {
    refdiff::RefactoringType::ALL.iter().map(|r| (r.name(), r.group().name())).collect()
}

/// A column: its name, what it holds, and its meaning.
type Column = (&'static str, &'static str, &'static str);

/// The names of the tables with their columns.
#[pyfunction]
fn columns() -> Vec<(&'static str, Vec<Column>)> {
    use refdiff::tables::Table;
    let of = |table: Table| table.columns().iter().map(|c| (c.name, c.kind.name(), c.meaning)).collect();
    Table::ALL.into_iter().map(|table| (table.name(), of(table))).collect()
}

/// What the repository of a folder is called wherever it lies.
#[pyfunction]
fn name(folder: PathBuf) -> PyResult<String> {
    let repository = refdiff::git::Repository::open(&folder).map_err(|reason| error(reason.into()))?;
    Ok(repository.name())
}

/// An address for others to read, without passwords.
#[pyfunction]
fn shown(address: &str) -> String {
    refdiff_cli::clones::shown(address)
}

/// The names of the languages that are read.
#[pyfunction]
fn languages() -> Vec<&'static str> {
    refdiff::lang::Languages::default().iter().map(|l| l.name()).collect()
}

/// Two texts side by side: of each row both sides, and of each side its parts and whether they changed.
#[pyfunction]
fn beside<'py>(py: Python<'py>, before: &str, after: &str) -> PyResult<Bound<'py, PyList>> {
    let rows = refdiff::beside(before.as_bytes(), after.as_bytes());
    let side = |line: &Option<refdiff::Line>| -> PyResult<Bound<'py, PyAny>> {
        let Some(line) = line else { return Ok(py.None().into_bound(py)) };
        let parts = line.parts.iter().map(|part| (part.changed, part.text.as_str()));
        Ok(PyList::new(py, parts.collect::<Vec<_>>())?.into_any())
    };
    let rows = rows.iter().map(|row| PyTuple::new(py, [side(&row.before)?, side(&row.after)?]));
    PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
}

/// Does what the command line says, and gives the exit status.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| refdiff_cli::status(arguments.into_iter().map(Into::into)))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("detector_revision", refdiff::DETECTOR_REVISION)?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<clones::Clone>()?;
    module.add_class::<stream::Log>()?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<tables::Table>()?;
    for function in [
        wrap_pyfunction!(compare, module)?,
        wrap_pyfunction!(show, module)?,
        wrap_pyfunction!(diff, module)?,
        wrap_pyfunction!(stream::history, module)?,
        wrap_pyfunction!(types, module)?,
        wrap_pyfunction!(columns, module)?,
        wrap_pyfunction!(tables::empty, module)?,
        wrap_pyfunction!(name, module)?,
        wrap_pyfunction!(shown, module)?,
        wrap_pyfunction!(languages, module)?,
        wrap_pyfunction!(beside, module)?,
        wrap_pyfunction!(main, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
