//! What the tree leaves implicit: where statements begin and end, and the role of a node that follows only from its
//! position.

use super::walk::{Frame, Walker};
use super::{Act, Front, Slot};
use crate::model::{Level, Node as ModelNode, NodeKind, Role, Symbol};
use tree_sitter::Node;

impl<F: Front> Walker<'_, '_, F> {
    /// The slot of a node, if only its position among its siblings determines it.
    pub(super) fn placed(&mut self, node: Node<'_>, slot: Slot) -> Slot {
        if !F::MANNER.positional || !node.is_named() {
            return slot;
        }
        let Some(frame) = self.frames.last_mut() else { return slot };
        frame.visited += 1;
        match (slot, frame.act, frame.visited) {
            (Slot::None, Act::Call, 1) => Slot::Callee,
            (Slot::None, Act::Member, 1) => Slot::Object,
            (Slot::None, Act::Member, _) => Slot::Property,
            _ => slot,
        }
    }

    /// The kind of an implicit statement, without a node for it: an expression in a block, or the expression that is
    /// the whole body of a function.
    pub(super) fn implied_statement(
        &self,
        node: Node<'_>,
        slot: Slot,
        kind: Option<NodeKind>,
    ) -> Option<NodeKind> {
        let frame = self.frames.last()?;
        if !node.is_named() || kind.is_some_and(NodeKind::is_statement) {
            return None;
        }
        let lambda = frame.act == Act::Function && slot != Slot::Parameter;
        if frame.act == Act::Block || lambda && F::MANNER.bare_statements {
            return F::MANNER.bare_statements.then_some(NodeKind::ExpressionStatement);
        }
        let of_unit = |frame: &Frame<'_>| frame.id == self.top().inner && frame.act == Act::Scope;
        let body = if F::MANNER.positional {
            let around = self.frames.len().checked_sub(2).map(|i| &self.frames[i]);
            frame.slot == Slot::Body && around.is_some_and(of_unit)
        } else {
            slot == Slot::Body && of_unit(frame)
        };
        (body && self.top().kind.level() == Level::Method).then_some(NodeKind::Return)
    }

    /// Adds a statement for the last token.
    pub(super) fn add_statement(&mut self, kind: Option<NodeKind>) {
        let building = self.top_mut();
        let (Some(kind), Some(token)) = (kind, building.count().checked_sub(1)) else { return };
        let index = building.unit.nodes.len() as u32;
        let parent = building.node.unwrap_or(index);
        building.unit.nodes.push(ModelNode { kind, tokens: token..token + 1, parent });
    }

    /// Begins a line: a token for the change of nesting depth is put on the blank before it.
    pub(super) fn begin_line(&mut self, start: usize) {
        if !F::MANNER.lines {
            return;
        }
        let building = self.top_mut();
        let deeper = building.blocks - building.line_blocks;
        building.line_blocks = building.blocks;
        let last = building.unit.tokens.last().map(|t| building.base + t.end() as usize);
        let room = last.is_some_and(|last| last < start);
        if room && self.text[start - 1].is_ascii_whitespace() {
            let symbol = Symbol::of(format!("\n{deeper}"));
            self.push_token(start - 1, start, symbol, Role::Punctuation);
        }
    }

    /// If the terminator of a statement is missing, adds one.
    pub(super) fn end_statement(&mut self, frame: &Frame<'_>, end: usize) {
        let sign = Symbol::of(";");
        let building = self.top();
        let written = building.count() > frame.first_token
            && building.unit.tokens.last().is_some_and(|t| t.symbol == sign);
        if written || building.count() == frame.first_token {
            return;
        }
        let blank = self.text.get(end).is_some_and(u8::is_ascii_whitespace);
        self.push_token(end, end + usize::from(blank), sign, Role::Punctuation);
    }
}
