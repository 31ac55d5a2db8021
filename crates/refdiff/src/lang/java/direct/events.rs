//! The output of the parser, in the order of the text, and its replay as a walk over nodes.
//!
//! That `a + b` is a sum is known only after `a`. So a node that begins with another one is written after it, and the
//! inner node points to the outer one; the replay enters the outer node first.

use super::lexer::Token;
use crate::lang::java::kinds::{Field, Kind, KindInfo};
use crate::lang::java::walker::{UnitWalker, Visited, Whole};
use crate::model::NodeKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Leaf,
    Open,
    /// Opened at the start of its first child.
    Wrap,
    Close,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub what: What,
    pub kind: Kind,
    pub node: Option<NodeKind>,
    pub field: Field,
    /// The first token; for a close, the last token of its node.
    pub first: u32,
    /// The last token of a leaf.
    pub last: u32,
    /// The node that begins with this one.
    pub around: Option<u32>,
}

impl Event {
    pub fn new(what: What, kind: Kind, node: Option<NodeKind>, first: u32) -> Self {
        Event { what, kind, node, field: Field::None, first, last: first, around: None }
    }
}

/// Replays the events.
pub(super) fn replay(
    events: &[Event],
    tokens: &[Token],
    chain: &mut Vec<u32>,
    walker: &mut UnitWalker<'_>,
    whole: Whole,
) {
    let mut at = 0;
    while let Some(event) = events.get(at) {
        at += 1;
        match event.what {
            What::Wrap => {}
            What::Close => walker.exit(tokens[event.first as usize].end as usize),
            What::Leaf | What::Open => {
                chain.clear();
                let mut around = event.around;
                while let Some(outer) = around {
                    chain.push(outer);
                    around = events[outer as usize].around;
                }
                for &outer in chain.iter().rev() {
                    enter(&events[outer as usize], tokens, walker, whole);
                }
                if !enter(event, tokens, walker, whole) && event.what == What::Open {
                    at = behind(events, at);
                }
            }
        }
    }
}

fn enter(event: &Event, tokens: &[Token], walker: &mut UnitWalker<'_>, whole: Whole) -> bool {
    let visited = Visited {
        info: KindInfo { kind: event.kind, node: event.node },
        start: tokens[event.first as usize].start as usize,
        end: tokens[event.last as usize].end as usize,
        is_leaf: event.what == What::Leaf,
    };
    walker.enter(visited, event.field, whole)
}

/// The index after the close of the node that was just opened.
fn behind(events: &[Event], from: usize) -> usize {
    let mut depth = 1;
    let mut at = from;
    while let (Some(event), true) = (events.get(at), depth > 0) {
        match event.what {
            What::Open | What::Wrap => depth += 1,
            What::Close => depth -= 1,
            What::Leaf => {}
        }
        at += 1;
    }
    at
}
