//! How long the stages of an analysis took.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// Wall time by stage, written in microseconds, and how much there was to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Timings {
    /// Finding the changed files.
    #[serde(rename = "diff_us", with = "micros")]
    pub diff: Duration,
    /// Reading them.
    #[serde(rename = "read_us", with = "micros")]
    pub read: Duration,
    /// From text to the model.
    #[serde(rename = "parse_us", with = "micros")]
    pub parse: Duration,
    /// Pairing entities, and finding what was extracted and inlined.
    #[serde(rename = "match_us", with = "micros")]
    pub matching: Duration,
    /// From pairs to what is reported.
    #[serde(rename = "refactor_us", with = "micros")]
    pub report: Duration,
    /// Types, methods and fields of both sides.
    pub entities: usize,
    /// Pairs that were compared, of all relationships together.
    pub candidates: usize,
}

impl Timings {
    /// The stages in their order, by name.
    pub fn stages(&self) -> [(&'static str, Duration); 5] {
        [
            ("diff", self.diff),
            ("read", self.read),
            ("parse", self.parse),
            ("match", self.matching),
            ("refactor", self.report),
        ]
    }

    /// All stages together.
    pub fn total(&self) -> Duration {
        self.diff + self.read + self.parse + self.matching + self.report
    }
}

/// Durations as whole microseconds.
mod micros {
    use super::{Deserialize, Deserializer, Duration, Serializer};

    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(duration.as_micros() as u64)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_micros)
    }
}
