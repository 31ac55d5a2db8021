//! From what the library gives to dictionaries with the names of the JSON contract.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use refdiff::{Element, Report, Step};

/// A report. It has all of the message, and the source text of elements where that was asked for.
pub fn report<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    let object = pythonize::pythonize(py, report)?;
    let dict = object.cast::<PyDict>()?;
    if let Some(message) = &report.message {
        dict.set_item(intern!(py, "message"), message)?;
    }
    let has_text = |e: &Element| e.text.is_some();
    if report.refactorings.iter().any(|r| has_text(&r.before) || has_text(&r.after)) {
        let Some(list) = dict.get_item("refactorings")? else { return Ok(object) };
        for (found, item) in report.refactorings.iter().zip(list.cast::<PyList>()?.iter()) {
            for (side, element) in [("before", &found.before), ("after", &found.after)] {
                if let Some(text) = &element.text {
                    item.get_item(side)?.set_item("text", String::from_utf8_lossy(text))?;
                }
            }
        }
    }
    Ok(object)
}

/// A step of an element's life.
pub fn step<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, step)?)
}
