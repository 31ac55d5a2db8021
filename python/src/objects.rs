//! From what the library gives to dictionaries with the names of the JSON contract.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString};
use pythonize::{PythonizeNamedMappingType, PythonizeTypes, Pythonizer};
use refdiff::{Element, Report, Step};
use serde::Serialize;

/// Dictionaries that share the names of their keys: there are dozens in every refactoring.
struct Shared;

impl PythonizeTypes for Shared {
    type Map = PyDict;
    type NamedMap = Shared;
    type List = PyList;
}

impl PythonizeNamedMappingType for Shared {
    type Builder<'py> = Bound<'py, PyDict>;

    fn builder<'py>(py: Python<'py>, _len: usize, _name: &'static str) -> PyResult<Self::Builder<'py>> {
        Ok(PyDict::new(py))
    }

    fn push_field<'py>(
        builder: &mut Self::Builder<'py>,
        name: Bound<'py, PyString>,
        value: Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let name = PyString::intern(builder.py(), &name.to_cow()?);
        builder.set_item(name, value)
    }

    fn finish<'py>(builder: Self::Builder<'py>) -> PyResult<Bound<'py, PyMapping>> {
        Ok(builder.into_mapping())
    }
}

fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(value.serialize(Pythonizer::custom::<Shared>(py))?)
}

/// A report. It has all of the message, and the source text of elements where that was asked for.
pub fn report<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    let made = object(py, report)?;
    let dict = made.cast::<PyDict>()?;
    if let Some(message) = &report.message {
        dict.set_item(intern!(py, "message"), message)?;
    }
    let has_text = |e: &Element| e.text.is_some();
    if report.refactorings.iter().any(|r| has_text(&r.before) || has_text(&r.after)) {
        let Some(list) = dict.get_item("refactorings")? else { return Ok(made) };
        for (found, item) in report.refactorings.iter().zip(list.cast::<PyList>()?.iter()) {
            for (side, element) in [("before", &found.before), ("after", &found.after)] {
                if let Some(text) = &element.text {
                    item.get_item(side)?.set_item("text", String::from_utf8_lossy(text))?;
                }
            }
        }
    }
    Ok(made)
}

/// A step of an element's life.
pub fn step<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyAny>> {
    object(py, step)
}
