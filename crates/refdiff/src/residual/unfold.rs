//! Puts the code of an extracted or inlined method back at its call sites, as far as the program stays the same.
//!
//! A call is replaced by the method's body, with arguments for parameters and the receiver of the call for `this`.
//! Where that would behave differently (an early exit, an argument whose value may have changed by then, another
//! order of evaluation), the tokens that cause it are broken: they are left for review, no matter what they are
//! compared with.

use super::board::TokenPlace;
use super::shape::{
    Shape, arguments, has_around, is_assigned, is_compound, is_deferred, is_early, is_first, is_last,
    is_separator, shape,
};
use super::stream::{Copy, Writer};
use crate::model::{
    Call, CallForm, EntityId, Expr, Level, Node, NodeKind, Role, Symbol, TokenRange, TypeUse, Unit,
};

/// The maximum nesting depth of methods that are put back.
const DEEPEST: usize = 4;

/// The argument for a parameter: tokens of the calling copy.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub tokens: TokenRange,
    /// Whether it needs parentheses unless separators surround it.
    compound: bool,
}

/// A call that is replaced by code: what is replaced, and how.
pub(super) struct Site {
    pub replaced: TokenRange,
    call: usize,
    part: EntityId,
    /// The statement that contains the call.
    statement: Node,
    /// The kind of the parent node of the statement.
    around: Option<NodeKind>,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// `part();`
    Statement,
    /// `return part();`
    Result,
    /// The method is a single expression.
    Expression,
    /// Statements and then a value, which the statement with the call uses.
    Value,
}

impl<'c> Writer<'_, '_, 'c> {
    /// The calls in a range of tokens that are replaced by code, in order; for nested calls the outermost one.
    pub(super) fn sites(&self, copy: &Copy<'c>, tokens: &TokenRange) -> Vec<Site> {
        if self.stack.len() >= DEEPEST {
            return Vec::new();
        }
        let mut sites: Vec<Site> = Vec::new();
        for (number, call) in copy.unit.calls.iter().enumerate() {
            if call.form != CallForm::Method || !tokens.contains(&call.token) {
                continue;
            }
            let targets = copy.meaning.targets.get(&call.token).map_or(&[][..], Vec::as_slice);
            let &[part] = targets else { continue };
            if !self.parts.contains(&part) || self.stack.contains(&part) {
                continue;
            }
            sites.extend(self.site(copy, number, call, part));
        }
        sites.sort_by_key(|s| (s.replaced.start, std::cmp::Reverse(s.replaced.end)));
        sites.retain(|s| s.replaced.start >= tokens.start && s.replaced.end <= tokens.end);
        sites.dedup_by(|next, kept| next.replaced.start < kept.replaced.end);
        sites
    }

    fn site(&self, copy: &Copy<'c>, number: usize, call: &Call, part: EntityId) -> Option<Site> {
        let shape = shape(self.board, self.side, part)?;
        let unit = copy.unit;
        let at = unit.statement_number(call.token)?;
        let statement = unit.nodes[at].clone();
        let around = (statement.parent as usize != at).then(|| unit.nodes[statement.parent as usize].kind);
        let whole = &statement.tokens;
        let mode = if statement.kind == NodeKind::ExpressionStatement
            && *whole == (call.tokens.start..call.tokens.end + 1)
        {
            Mode::Statement
        } else if statement.kind == NodeKind::Return
            && *whole == (call.tokens.start.saturating_sub(1)..call.tokens.end + 1)
            && !is_deferred(unit, at, call)
        {
            Mode::Result
        } else if shape.statements.len() == 1 && shape.result.is_some() {
            Mode::Expression
        } else {
            Mode::Value
        };
        let replaced = if mode == Mode::Expression { call.tokens.clone() } else { whole.clone() };
        Some(Site { replaced, call: number, part, statement, around, mode })
    }

    /// Writes the code of a method in place of a call of it.
    pub(super) fn put_back(&mut self, copies: &[&Copy<'c>], site: &Site) {
        let Some(&host) = copies.last() else { return };
        let Some(shape) = shape(self.board, self.side, site.part) else { return };
        let call = host.unit.calls[site.call].clone();
        let mut copy = self.copy(site.part);
        self.stack.push(site.part);
        self.take_arguments(host, &mut copy, &call, site);
        self.take_receiver(host, &mut copy, &call);
        self.check_result(host, &copy, &call, site, &shape);
        // The call itself stands for the code.
        for token in call.tokens.clone().filter(|&t| !inside_arguments(&copy, t) && copy.receiver != Some(t))
        {
            self.stream.given.extend(self.place(host, token));
        }
        let body = self.board.model(self.side).declaration(site.part).body.clone().unwrap_or_default();
        let all: Vec<&Copy<'c>> = copies.iter().copied().chain([&copy]).collect();
        let place = self.place(host, call.token);
        self.stream.calls.extend(place.map(|place| (copy.number, place)));
        let in_block = matches!(site.around, None | Some(NodeKind::Block | NodeKind::Case));
        let one = shape.statements.len() == 1;
        let bracket = |writer: &mut Self, sign: &str| {
            if let Some(place) = place.filter(|_| !in_block) {
                writer.made(Symbol::of(sign), place, one);
            }
        };
        match site.mode {
            Mode::Statement => {
                bracket(self, "{");
                self.write(&all, body.clone());
                bracket(self, "}");
                self.give(host, Some(call.tokens.end..site.replaced.end));
                if let Some(value) = shape.result.clone() {
                    self.break_tokens(&copy, value);
                }
                if !shape.early.is_empty()
                    && !is_last(host.unit, &site.statement, self.body_around(host, &call))
                {
                    for early in &shape.early {
                        self.break_tokens(&copy, early.clone());
                    }
                    self.break_tokens(host, call.token..call.token + 1);
                }
            }
            Mode::Result => {
                bracket(self, "{");
                self.write(&all, body.clone());
                bracket(self, "}");
                self.give(host, Some(site.replaced.start..call.tokens.start));
                self.give(host, Some(call.tokens.end..site.replaced.end));
            }
            Mode::Expression => {
                let result = shape.result.clone().unwrap_or_default();
                self.value(&all, host, &call, &result);
            }
            Mode::Value => self.statements_and_value(copies, &all, site, &call, &shape),
        }
        self.stack.pop();
    }

    /// The statements of a method, then the statement with the call, in which the value replaces the call.
    fn statements_and_value(
        &mut self,
        copies: &[&Copy<'c>],
        all: &[&Copy<'c>],
        site: &Site,
        call: &Call,
        shape: &Shape,
    ) {
        let (Some(&host), Some(&copy)) = (copies.last(), all.last()) else { return };
        let body = self.board.model(self.side).declaration(site.part).body.clone().unwrap_or_default();
        let result = shape.result.clone().unwrap_or(body.end..body.end);
        for early in &shape.early {
            self.break_tokens(copy, early.clone());
        }
        let in_block = matches!(site.around, None | Some(NodeKind::Block | NodeKind::Case));
        if !in_block
            || !is_first(host.unit, &site.statement, call)
            || !shape.early.is_empty()
            || result.is_empty()
        {
            self.break_tokens(host, call.token..call.token + 1);
        }
        self.write(all, body.start..result.start);
        // With `return w`, `T v = part()` makes `v` the same variable as the method's own `w`.
        let value = (result.len() == 3).then(|| copy.meaning.tokens[result.start as usize + 1]);
        let returned = value.and_then(|m| m.uses).map(|local| (copy.number, local));
        let taken = taken_by(host, &site.statement, call);
        if let (Some(inner), Some((outer, declares))) = (returned, taken) {
            let argument = copy.arguments.get(&inner.1);
            let given = argument
                .filter(|a| a.tokens.len() == 1)
                .and_then(|a| host.meaning.tokens[a.tokens.start as usize].uses);
            let (here, there) = (&host.unit.locals[outer as usize], &copy.unit.locals[inner.1 as usize]);
            let same = here.name == there.name
                && declared_type(host.unit, outer) == declared_type(copy.unit, inner.1);
            let own = argument.is_none() && declares && same;
            if own || !declares && given == Some(outer) {
                self.give(copy, Some(result));
                let rest = site.replaced.clone().filter(|t| !call.tokens.contains(t));
                let rest: Vec<TokenPlace> = rest.filter_map(|t| self.place(host, t)).collect();
                self.stream.given.extend(rest);
                if own {
                    let key = copy.meaning.tokens[copy.unit.locals[inner.1 as usize].token as usize].key;
                    self.stream.aliases.insert((host.number, outer), (inner, key));
                }
                return;
            }
        }
        self.write(copies, site.replaced.start..call.tokens.start);
        self.value(all, host, call, &result);
        self.write(copies, call.tokens.end..site.replaced.end);
    }

    /// The return value of a method, in place of the call.
    fn value(&mut self, all: &[&Copy<'c>], host: &Copy<'c>, call: &Call, result: &TokenRange) {
        let Some(&copy) = all.last() else { return };
        if result.len() < 3 {
            return;
        }
        let inside = result.start + 1..result.end - 1;
        self.give(copy, Some(result.start..result.start + 1));
        self.give(copy, Some(result.end - 1..result.end));
        let place = self.place(host, call.token);
        let before = call.tokens.start.checked_sub(1);
        let beside = |token| is_separator(host.unit, host.lexicon, token);
        let apart = beside(before) && beside(Some(call.tokens.end));
        let brackets = place.filter(|_| is_compound(copy.unit, &inside));
        if let Some(place) = brackets {
            self.made(Symbol::of("("), place, apart);
        }
        self.write(all, inside);
        if let Some(place) = brackets {
            self.made(Symbol::of(")"), place, apart);
        }
    }

    /// The argument of a parameter, at its use.
    pub(super) fn argument(
        &mut self,
        copies: &[&Copy<'c>],
        token: u32,
        place: TokenPlace,
        argument: &Argument,
    ) {
        let Some((&copy, around)) = copies.split_last() else { return };
        let beside = |token| is_separator(copy.unit, copy.lexicon, token);
        let apart = beside(token.checked_sub(1)) && beside(Some(token + 1));
        if argument.compound {
            self.made(Symbol::of("("), place, apart);
        }
        let from = self.stream.items.len();
        self.write(around, argument.tokens.clone());
        let written = self.word(copy, token);
        if let Some(item) = self.stream.items.get_mut(from) {
            item.also.push(item.place);
            (item.place, item.word) = (place, written);
        }
        for item in &mut self.stream.items[from..] {
            item.own = false;
        }
        if argument.compound {
            self.made(Symbol::of(")"), place, apart);
        }
    }

    fn give(&mut self, copy: &Copy<'c>, tokens: Option<TokenRange>) {
        let places = self.places(copy, tokens.unwrap_or_default());
        self.stream.given.extend(places);
    }

    pub(super) fn break_tokens(&mut self, copy: &Copy<'c>, tokens: TokenRange) {
        let places = self.places(copy, tokens);
        self.stream.broken.extend(places);
    }

    /// The body of the member that contains a call.
    fn body_around(&self, host: &Copy<'c>, call: &Call) -> TokenRange {
        let around = self.meanings.uses[self.side].entity_around(host.first, call.token);
        self.board.model(self.side).declaration(around).body.clone().unwrap_or_default()
    }

    fn take_arguments(&mut self, host: &Copy<'c>, copy: &mut Copy<'c>, call: &Call, site: &Site) {
        let model = self.board.model(self.side);
        let declaration = model.declaration(site.part);
        let body = declaration.body.clone().unwrap_or_default();
        let head = declaration.tokens.start..body.start;
        let locals = copy.unit.locals.iter().enumerate().filter(|(_, l)| head.contains(&l.token));
        let parameters: Vec<u32> = locals.map(|(number, _)| number as u32).collect();
        let given = arguments(host.unit, call);
        let declared = model.parameters(site.part);
        let fits = given.as_ref().is_some_and(|g| g.len() == parameters.len() && g.len() == declared.len())
            && !declared.iter().any(|p| p.variadic);
        let Some(given) = given.filter(|_| fits) else {
            self.break_tokens(host, call.tokens.clone());
            return;
        };
        let values: Vec<Value> = given.iter().map(|g| value_of(host, g)).collect();
        let several = values.contains(&Value::Active);
        let mut latest = 0;
        for (number, tokens) in given.iter().enumerate() {
            let local = parameters[number];
            let used = copy.unit.local_uses.iter().filter(|u| u.local == local && body.contains(&u.token));
            let used: Vec<_> = used.copied().collect();
            let place_of_head = copy.unit.locals[local as usize].token;
            // Its type must be that of the argument: another type may convert it, or select another overload.
            let expression = host.unit.arguments_of(call)[number];
            let uses = &self.meanings.uses[self.side];
            if !uses.has_type(host.first, call.token, expression, &declared[number].ty, site.part) {
                let from = (head.start..place_of_head)
                    .rev()
                    .find(|&t| {
                        let symbol = copy.unit.tokens[t as usize].symbol;
                        symbol == Symbol::of("(") || symbol == Symbol::of(",")
                    })
                    .map_or(place_of_head, |t| t + 1);
                self.break_tokens(copy, from..place_of_head + 1);
            }
            let written = used.iter().any(|u| u.write || is_assigned(copy.unit, u.token));
            let variable =
                (tokens.len() == 1).then(|| host.meaning.tokens[tokens.start as usize].uses).flatten();
            let keeps = |v: u32| {
                let later = host.unit.local_uses.iter().any(|u| u.local == v && u.token >= call.tokens.end);
                let back = taken_by(host, &site.statement, call) == Some((v, false));
                back || !later && !has_around(host.unit, call.token, &[NodeKind::Loop, NodeKind::Lambda])
            };
            let changed = written && !variable.is_some_and(keeps);
            let moved = match values[number] {
                Value::Fixed => false,
                Value::Read => used.iter().any(|u| !is_early(copy.unit, &body, u.token, false)),
                Value::Active => {
                    used.len() != 1 || used.iter().any(|u| !is_early(copy.unit, &body, u.token, true))
                }
            };
            let first = used.first().map_or(u32::MAX, |u| u.token);
            let crosses = several && values[number] != Value::Fixed && first < latest;
            if values[number] != Value::Fixed {
                latest = latest.max(first);
            }
            if changed || moved || crosses {
                self.break_tokens(host, tokens.clone());
                for used in &used {
                    self.break_tokens(copy, used.token..used.token + 1);
                }
            }
            if used.is_empty() {
                self.give(host, Some(tokens.clone()));
            }
            let compound = is_compound(host.unit, tokens);
            copy.arguments.insert(local, Argument { tokens: tokens.clone(), compound });
        }
    }

    /// The receiver of the call replaces `this` in the method.
    fn take_receiver(&mut self, host: &Copy<'c>, copy: &mut Copy<'c>, call: &Call) {
        let Some(receiver) = call.receiver else { return };
        let this = matches!(host.unit.exprs[receiver as usize], Expr::This);
        if this && call.token == call.tokens.start + 2
            || self.meanings.uses[self.side].is_type_name(host.first, call.token, receiver)
        {
            return;
        }
        let tokens = call.tokens.start..call.token.saturating_sub(1);
        if tokens.len() == 1 && value_of(host, &tokens) == Value::Fixed {
            copy.receiver = Some(tokens.start);
        } else {
            self.break_tokens(host, tokens);
        }
    }

    /// A result whose type differs from the type of the code is converted.
    fn check_result(&mut self, host: &Copy<'c>, copy: &Copy<'c>, call: &Call, site: &Site, shape: &Shape) {
        let model = self.board.model(self.side);
        let declaration = model.declaration(site.part);
        let Some(ty) = declaration.ty.clone().filter(|_| site.mode != Mode::Statement) else { return };
        if ty.simple() == Some(Symbol::of(host.lexicon.truth)) {
            return;
        }
        let statement = &site.statement;
        let last = shape.result.clone().unwrap_or_default();
        let local = (last.len() == 3).then(|| copy.meaning.tokens[last.start as usize + 1].uses).flatten();
        let by_value = local.and_then(|l| declared_type(copy.unit, l)) == Some(&ty);
        let by_place = match site.mode {
            Mode::Result => {
                let around = self.meanings.uses[self.side].entity_around(host.first, call.token);
                model.level(around) == Level::Method && model.declaration(around).ty.as_ref() == Some(&ty)
            }
            _ => {
                statement.kind == NodeKind::LocalDeclaration
                    && taken_by(host, statement, call).and_then(|(v, _)| declared_type(host.unit, v))
                        == Some(&ty)
            }
        };
        if !by_value && !by_place {
            let name = Symbol::of(declaration.name.as_bytes());
            let head = declaration.tokens.clone();
            let is_name = |&t: &u32| {
                let token = &copy.unit.tokens[t as usize];
                token.role() == Role::Declaration && token.symbol == name
            };
            if let Some(at) = head.clone().find(is_name) {
                self.break_tokens(copy, at.saturating_sub(1).max(head.start)..at);
            }
        }
    }
}

/// The declared type of a local variable.
fn declared_type(unit: &Unit, local: u32) -> Option<&TypeUse> {
    unit.locals[local as usize].ty.map(|ty| &unit.types[ty as usize])
}

/// The variable that is assigned the value of a call, and whether it is declared there.
fn taken_by(host: &Copy<'_>, statement: &Node, call: &Call) -> Option<(u32, bool)> {
    let before = call.tokens.start.checked_sub(2)?;
    let assign = host.unit.tokens[before as usize + 1].symbol == Symbol::of("=");
    if !assign || call.tokens.end + 1 != statement.tokens.end {
        return None;
    }
    let meaning = &host.meaning.tokens[before as usize];
    match statement.kind {
        NodeKind::LocalDeclaration => meaning.declares.map(|local| (local, true)),
        NodeKind::ExpressionStatement if before == statement.tokens.start => {
            meaning.uses.map(|local| (local, false))
        }
        _ => None,
    }
}

fn inside_arguments(copy: &Copy<'_>, token: u32) -> bool {
    copy.arguments.values().any(|a| a.tokens.contains(&token))
}

/// What matters about an expression that is passed for a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// Its value never changes.
    Fixed,
    /// Evaluating it has no side effect, but its value may change.
    Read,
    /// It has side effects.
    Active,
}

fn value_of(host: &Copy<'_>, tokens: &TokenRange) -> Value {
    let unit = host.unit;
    let this = Symbol::of(host.lexicon.this);
    let one = |token: u32| {
        let meaning = &host.meaning.tokens[token as usize];
        let word = &unit.tokens[token as usize];
        word.role() == Role::Literal || meaning.uses.is_some() || meaning.fixed || word.symbol == this
    };
    let sign = |token: u32| unit.tokens[token as usize].role() == Role::Punctuation;
    let literal = |token: u32| unit.tokens[token as usize].role() == Role::Literal;
    let qualified = tokens.clone().filter(|&t| host.meaning.tokens[t as usize].qualifies.is_none());
    let shown: Vec<u32> = qualified.collect();
    if shown.len() == 1 && one(shown[0]) || tokens.clone().all(|t| literal(t) || sign(t)) && tokens.len() == 2
    {
        return Value::Fixed;
    }
    let signs = ["++", "--", "->", "::"].map(Symbol::of);
    let does = |token: u32| {
        let word = &unit.tokens[token as usize];
        let last = Symbol::of("=");
        word.role() == Role::Call
            || word.role() == Role::Keyword && word.symbol != this
            || signs.contains(&word.symbol)
            || word.symbol == last
    };
    let makes = |node: &Node| {
        matches!(node.kind, NodeKind::New | NodeKind::NewArray | NodeKind::Assignment | NodeKind::Lambda)
            && tokens.contains(&node.tokens.start)
    };
    if tokens.clone().any(does) || unit.nodes.iter().any(makes) { Value::Active } else { Value::Read }
}
