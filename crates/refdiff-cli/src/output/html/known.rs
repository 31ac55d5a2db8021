//! Texts that occur often in a page: written once, then by number.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The texts that were written so far. Who reads the page counts them in the same order.
#[derive(Default)]
pub struct Known(HashMap<String, usize>);

impl Known {
    pub fn write(&mut self, text: &str) -> Value {
        let next = self.0.len();
        match self.0.entry(text.to_owned()) {
            Entry::Occupied(number) => json!(number.get()),
            Entry::Vacant(place) => {
                place.insert(next);
                json!(text)
            }
        }
    }
}
