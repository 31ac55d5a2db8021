//! Why an entity has the partner that it has, or none.

use super::comparison::Side;
use super::{Comparison, Element, Refactoring};
use crate::matching::{Considered, Fate};
use crate::model::{EntityId, FilePath};
use crate::refactorings::RefactoringType;
use serde::Serialize;

/// Which entities are asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Those of this key, or whose key ends in it behind a dot; the parameters may be left out.
    Key(String),
    /// The innermost one around a line, on each side.
    Place {
        /// The file.
        path: FilePath,
        /// The line, from 1.
        line: u32,
    },
}

impl Query {
    /// `FILE:LINE`, or else a key.
    pub fn parse(text: &str) -> Self {
        match text.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
            Some((file, Ok(line))) => Query::Place { path: FilePath::from(file), line },
            _ => Query::Key(text.into()),
        }
    }
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum WhichSide {
    Before,
    After,
}

/// A pair that was considered.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// As what.
    #[serde(rename = "type")]
    pub refactoring: RefactoringType,
    /// The other end.
    pub other: Element,
    /// How alike the two are; `None` where there is nothing to compare.
    pub similarity: Option<f64>,
    /// Whether it was accepted.
    pub accepted: bool,
    /// Why not.
    pub reason: Option<String>,
    /// What is known of the pair.
    pub evidence: Vec<String>,
}

/// What is known of one entity.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Explained {
    /// The side that it is on.
    pub side: WhichSide,
    /// The entity.
    pub element: Element,
    /// What it corresponds to on the other side.
    pub partners: Vec<Element>,
    /// The reports that it is part of, in a line each.
    pub reported: Vec<String>,
    /// The pairs that were considered, the accepted ones first, then the most alike. What cannot reach a threshold is
    /// never considered where there are very many pairs.
    pub considered: Vec<Candidate>,
}

impl Comparison {
    /// The entities that a query means.
    pub(crate) fn asked(&self, query: &Query) -> (Vec<EntityId>, Vec<EntityId>) {
        (self.before.asked(query), self.after.asked(query))
    }

    /// Puts together what is known of the entities that were asked about.
    pub(crate) fn explained(
        &self,
        asked: &(Vec<EntityId>, Vec<EntityId>),
        considered: &[(Considered, Vec<String>)],
    ) -> Vec<Explained> {
        let before = asked.0.iter().map(|&id| self.explain(WhichSide::Before, id, considered));
        let after = asked.1.iter().map(|&id| self.explain(WhichSide::After, id, considered));
        before.chain(after).collect()
    }

    fn explain(&self, side: WhichSide, id: EntityId, all: &[(Considered, Vec<String>)]) -> Explained {
        let (here, there) = match side {
            WhichSide::Before => (&self.before, &self.after),
            WhichSide::After => (&self.after, &self.before),
        };
        let ends = |b: EntityId, a: EntityId| match side {
            WhichSide::Before => (b, a),
            WhichSide::After => (a, b),
        };
        let element = here.element(id);
        let pairs = self.pairs.iter().map(|&(b, a, _)| ends(b, a));
        let partners = pairs.filter(|pair| pair.0 == id).map(|pair| there.element(pair.1)).collect();
        let place = |e: &Element| (e.key.clone(), e.file.clone(), e.start_byte);
        let own = place(&element);
        let details = self.details();
        let part_of = self.refactorings.iter().chain(&details).filter(|r| match side {
            WhichSide::Before => place(&r.before) == own,
            WhichSide::After => place(&r.after) == own,
        });
        let say = |r: &Refactoring| match r.evidence.as_slice() {
            [] => format!("{}: {}", r.refactoring, r.description),
            seen => format!("{}: {} (seen by: {})", r.refactoring, r.description, seen.join("; ")),
        };
        let reported = part_of.map(say).collect();
        // A relationship may look at a pair twice; what it said last counts.
        let last = |at: usize, pair: &Considered| {
            let same = |other: &Considered| {
                (other.refactoring, other.before, other.after) == (pair.refactoring, pair.before, pair.after)
            };
            !all[at + 1..].iter().any(|(other, _)| same(other))
        };
        let own = all.iter().enumerate().filter(|(_, (pair, _))| ends(pair.before, pair.after).0 == id);
        let own = own.filter(|(at, (pair, _))| last(*at, pair)).map(|(_, considered)| considered);
        let mut considered: Vec<Candidate> = own
            .map(|(pair, evidence)| Candidate {
                refactoring: pair.refactoring,
                other: there.element(ends(pair.before, pair.after).1),
                similarity: pair.similarity.map(|s| (s * 10_000.0).round() / 10_000.0),
                accepted: matches!(pair.fate, Fate::Accepted(_)),
                reason: match pair.fate {
                    Fate::Accepted(_) => None,
                    Fate::Refused(reason) => Some(reason.into()),
                    Fate::Outdone => Some("one of the two has a better partner".into()),
                },
                evidence: evidence.clone(),
            })
            .collect();
        considered.sort_by(|x, y| {
            let similarity = |c: &Candidate| c.similarity.unwrap_or(-1.0);
            y.accepted.cmp(&x.accepted).then_with(|| similarity(y).total_cmp(&similarity(x)))
        });
        Explained { side, element, partners, reported, considered }
    }
}

impl Side {
    pub(crate) fn asked(&self, query: &Query) -> Vec<EntityId> {
        match query {
            Query::Key(key) => {
                let ends = |id: &EntityId| {
                    let own = self.model.key(*id);
                    let fits = |own: &str| {
                        own == *key || own.strip_suffix(key.as_str()).is_some_and(|rest| rest.ends_with('.'))
                    };
                    fits(&own) || own.split('(').next().is_some_and(fits)
                };
                self.model.ids().filter(ends).collect()
            }
            Query::Place { path, line } => {
                let around = self.model.ids().filter(|&id| {
                    let same = self.model.path(id) == path;
                    same && {
                        let element = self.element(id);
                        (element.start_line..=element.end_line).contains(line)
                    }
                });
                // What stands inside comes behind what stands around it.
                around.last().into_iter().collect()
            }
        }
    }
}
