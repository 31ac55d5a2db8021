//! The structure of a unit's code: the statements of a body, and the order of evaluation.

use super::board::Board;
use crate::model::{Call, Declaration, EntityId, Lexicon, Node, NodeKind, Role, Symbol, TokenRange, Unit};

/// The statements of a method's body.
pub(super) struct Shape {
    pub statements: Vec<TokenRange>,
    /// The final statement that returns a value.
    pub result: Option<TokenRange>,
    /// All other statements that leave the method.
    pub early: Vec<TokenRange>,
}

/// Whether an expression needs no parentheses next to a token: a separator between expressions, or the keyword that
/// returns one.
pub(super) fn is_separator(unit: &Unit, lexicon: &Lexicon, token: Option<u32>) -> bool {
    let signs = ["(", ")", "[", "]", "{", "}", ",", ";", "=", "->", ":", lexicon.result];
    let symbol = token.and_then(|t| unit.tokens.get(t as usize)).map(|t| t.symbol);
    symbol.is_none_or(|s| signs.iter().any(|sign| Symbol::of(sign) == s))
}

/// Whether a variable is assigned at a use, ignoring parentheses around it.
pub(super) fn is_assigned(unit: &Unit, token: u32) -> bool {
    const SIGNS: [&str; 14] =
        ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "++", "--"];
    let symbol = |at: Option<u32>| at.and_then(|t| unit.tokens.get(t as usize)).map(|t| t.symbol);
    let is = |at: Option<u32>, sign: &str| symbol(at) == Some(Symbol::of(sign));
    let (mut before, mut behind) = (token.checked_sub(1), Some(token + 1));
    while is(before, "(") && is(behind, ")") {
        (before, behind) = (before.and_then(|t| t.checked_sub(1)), behind.map(|t| t + 1));
    }
    SIGNS.iter().any(|sign| is(behind, sign)) || is(before, "++") || is(before, "--")
}

/// Whether an expression needs parentheses next to an operator.
pub(super) fn is_compound(unit: &Unit, tokens: &TokenRange) -> bool {
    use NodeKind::{Assignment, Cast, Conditional, Lambda, Operation};
    let whole = unit.nodes.iter().find(|n| n.tokens == *tokens);
    tokens.len() > 1
        && whole.is_none_or(|n| matches!(n.kind, Assignment | Cast | Conditional | Lambda | Operation))
}

/// The tokens of each argument of a call; `None` if the commas are ambiguous.
pub(super) fn arguments(unit: &Unit, call: &Call) -> Option<Vec<TokenRange>> {
    let (open, close) = (["(", "[", "{"].map(Symbol::of), [")", "]", "}"].map(Symbol::of));
    let comma = Symbol::of(",");
    let (mut depth, mut types, mut start) = (0, false, None);
    let mut all = Vec::new();
    for token in call.token + 1..call.tokens.end {
        let word = &unit.tokens[token as usize];
        if open.contains(&word.symbol) {
            depth += 1;
            if depth == 1 {
                start = Some(token + 1);
            }
        } else if close.contains(&word.symbol) {
            depth -= 1;
            if depth == 0 {
                all.extend(start.map(|s| s..token).filter(|r| !r.is_empty()));
                break;
            }
        } else if depth == 1 && word.symbol == comma && !types {
            all.extend(start.map(|s| s..token));
            start = Some(token + 1);
        }
        // A comma after a type separates type arguments.
        types = word.role() == Role::Type || types && word.symbol == comma;
    }
    (all.len() == call.arguments.len()).then_some(all)
}

/// The nodes that contain a token, innermost first.
fn around(unit: &Unit, token: u32) -> impl Iterator<Item = (usize, &Node)> {
    let mut next = unit.nodes.partition_point(|n| n.tokens.start <= token).checked_sub(1);
    std::iter::from_fn(move || {
        let at = next?;
        let node = &unit.nodes[at];
        next = (node.parent as usize != at).then_some(node.parent as usize);
        Some((at, node))
    })
    .filter(move |(_, node)| node.tokens.contains(&token))
}

pub(super) fn has_around(unit: &Unit, token: u32, kinds: &[NodeKind]) -> bool {
    around(unit, token).any(|(_, node)| kinds.contains(&node.kind))
}

/// Whether a call inside a statement is made later or only conditionally.
pub(super) fn is_deferred(unit: &Unit, statement: usize, call: &Call) -> bool {
    let inner = around(unit, call.token).take_while(|(at, _)| *at != statement);
    inner.into_iter().any(|(_, n)| matches!(n.kind, NodeKind::Lambda | NodeKind::Conditional))
}

/// Whether a call is the first thing that its statement evaluates.
pub(super) fn is_first(unit: &Unit, statement: &Node, call: &Call) -> bool {
    use NodeKind::{ExpressionStatement, If, LocalDeclaration, Return};
    let number = unit.nodes.iter().position(|n| n == statement);
    if number.is_none_or(|at| is_deferred(unit, at, call)) {
        return false;
    }
    let before = &unit.tokens[statement.tokens.start as usize..call.tokens.start as usize];
    let plain = |roles: &[Role]| before.iter().all(|t| roles.contains(&t.role()));
    match statement.kind {
        LocalDeclaration => {
            plain(&[Role::Type, Role::Keyword, Role::Punctuation, Role::Declaration, Role::Annotation])
        }
        Return | If => plain(&[Role::Keyword, Role::Punctuation]),
        ExpressionStatement => {
            let assign = Symbol::of("=");
            matches!(before, [])
                || matches!(before, [name, sign] if name.role() == Role::Use && sign.symbol == assign)
        }
        _ => false,
    }
}

/// Whether nothing is executed after a statement in its enclosing body.
pub(super) fn is_last(unit: &Unit, statement: &Node, body: TokenRange) -> bool {
    let Some(mut at) = unit.nodes.iter().position(|n| n == statement) else { return false };
    loop {
        let node = &unit.nodes[at];
        let parent = &unit.nodes[node.parent as usize];
        if node.parent as usize == at {
            return false;
        }
        match parent.kind {
            NodeKind::Block if node.tokens.end + 1 == parent.tokens.end => {
                if parent.tokens.start + 1 == body.start && parent.tokens.end == body.end + 1 {
                    return true;
                }
            }
            NodeKind::If => {}
            _ => return false,
        }
        at = node.parent as usize;
    }
}

/// Whether a use of a parameter sees the value of its argument: nothing was called or assigned before, and it is
/// evaluated at most once. `sure` requires that it is always evaluated.
pub(super) fn is_early(unit: &Unit, body: &TokenRange, token: u32, sure: bool) -> bool {
    use NodeKind::{Case, Catch, Conditional, Finally, If, Lambda, Loop, Operation, Switch, TypeDeclaration};
    let inner = around(unit, token).filter(|(_, n)| body.contains(&n.tokens.start));
    let mut blocked = inner.into_iter().map(|(_, n)| n.kind);
    if blocked.any(|k| {
        matches!(k, Loop | Lambda | TypeDeclaration)
            || sure && matches!(k, If | Conditional | Operation | Switch | Case | Catch | Finally)
    }) {
        return false;
    }
    let before = |t: u32| body.contains(&t) && t < token;
    let calls = unit.calls.iter().any(|c| before(c.token) && !c.tokens.contains(&token));
    let own = unit.statement_number(token);
    let apart = |t: u32| before(t) && unit.statement_number(t) != own;
    let writes = unit.accesses.iter().any(|a| a.write && apart(a.token))
        || unit.local_uses.iter().any(|u| u.write && apart(u.token) && sure);
    !calls && !writes
}

/// The statements of a method's body; `None` if it has none.
pub(super) fn shape(board: &Board<'_>, side: usize, part: EntityId) -> Option<Shape> {
    let model = board.model(side);
    let (unit, declaration) = (model.unit(part), model.declaration(part));
    let body = declaration.body.clone()?;
    let is_body = |n: &Node| {
        n.kind == NodeKind::Block && n.tokens.start + 1 == body.start && n.tokens.end == body.end + 1
    };
    let block = unit.nodes.iter().position(is_body)?;
    let top = unit.nodes.iter().enumerate().filter(|(at, n)| n.parent as usize == block && *at != block);
    let statements: Vec<TokenRange> =
        top.filter(|(_, n)| n.kind.is_statement()).map(|(_, n)| n.tokens.clone()).collect();
    let word = Symbol::of(model.file(part).lexicon.result);
    let nested = |n: &Node| {
        let inside =
            |d: &Declaration| d.tokens.contains(&n.tokens.start) && d.tokens.start > declaration.tokens.start;
        unit.declarations.iter().any(inside)
            || around(unit, n.tokens.start)
                .any(|(_, n)| n.kind == NodeKind::Lambda && body.contains(&n.tokens.start))
    };
    let leaves = |n: &&Node| {
        n.kind == NodeKind::Return
            && body.contains(&n.tokens.start)
            && unit.tokens[n.tokens.start as usize].symbol == word
            && !nested(n)
    };
    let mut early: Vec<TokenRange> = unit.nodes.iter().filter(leaves).map(|n| n.tokens.clone()).collect();
    let result = statements.last().filter(|last| early.contains(last)).cloned();
    early.retain(|e| Some(e) != result.as_ref());
    Some(Shape { statements, result, early })
}
