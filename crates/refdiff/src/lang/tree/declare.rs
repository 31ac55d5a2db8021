//! The declarations of units: begun when the walk enters them, completed when it leaves.

use super::walk::{Building, Frame, Given, Read, Walker};
use super::{Act, Found, Front, Slot, decode};
use crate::model::{
    Declaration, EntityKind, Level, Modifiers, NodeKind, Parameter, Role, Symbol, TokenRange, TypeUse, Unit,
};
use rustc_hash::FxHashSet as HashSet;

/// The name that all constructors share, so that renaming a type renames no method.
const CONSTRUCTOR: &str = "<new>";

impl Frame<'_> {
    pub(super) fn is_root(&self) -> bool {
        self.root
    }

    fn parameter_of(&self, building: &Building) -> bool {
        self.id == building.inner && self.act == Act::Scope
    }
}

impl<F: Front> Walker<'_, '_, F> {
    /// Begins a unit.
    pub(super) fn begin(&mut self, start: usize, found: Found<'_>) {
        let inside = self.statements_around();
        let room = start > 0 && self.text[start - 1].is_ascii_whitespace();
        let inside = inside.filter(|_| room);
        let base = start - usize::from(inside.is_some());
        let place = self.done.len();
        self.done.push(None);
        let mut unit = Unit::default();
        unit.declarations.push(Declaration::empty(found.kind, found.modifiers));
        self.units.push(Building {
            unit,
            base,
            inside: inside.is_some(),
            place,
            kind: found.kind,
            name: found.name,
            named: false,
            called: found.called,
            modifiers: found.modifiers,
            inner: found.inner.id(),
            body: None,
            ty: None,
            type_key: "".into(),
            receiver: found.receiver,
            this: None,
            visible: Vec::new(),
            scopes: 0,
            outer: Vec::new(),
            node: None,
            blocks: 0,
            line_blocks: 0,
            annotations: 0,
            types: 0,
            variadic: false,
            given: Vec::new(),
            fields: HashSet::default(),
        });
        if let Some(inside) = inside {
            self.push_token(base, start, inside, Role::Punctuation);
        }
    }

    /// The construct around an entity in the enclosing unit, such as a condition: moving the entity out of it changes
    /// the program. `None` directly in a module, a type or a function.
    fn statements_around(&self) -> Option<Symbol> {
        let building = self.units.last()?;
        let nodes = &building.unit.nodes;
        let mut at = building.node?;
        let mut inside = None;
        loop {
            let node = &nodes[at as usize];
            let outermost = node.parent == at;
            if !(outermost && node.kind == NodeKind::Block) {
                inside = Some(inside.unwrap_or_default()).map(|all: Symbol| {
                    all.then(Symbol(node.kind as u64)).then(nodes_word(building, node.tokens.start))
                });
            }
            if outermost {
                return inside;
            }
            at = node.parent;
        }
    }

    /// Completes the innermost unit.
    pub(super) fn finish_unit(&mut self, end: usize) {
        let body = self.top().body.clone().map(|body| self.without_documentation(body));
        let Some(mut building) = self.units.pop() else { return };
        let holder = self.units.iter().rev().find(|unit| unit.kind.level() != Level::Field);
        let container = holder.map(|unit| unit.place as u32);
        let count = building.count();
        let declaration = &mut building.unit.declarations[0];
        declaration.name = building.name;
        declaration.span = 0..(end - building.base) as u32;
        if building.inside {
            declaration.span.start = 1;
        }
        declaration.tokens = 0..count;
        declaration.body = body;
        declaration.ty = building.ty.take();
        declaration.type_key = std::mem::take(&mut building.type_key);
        declaration.modifiers = building.modifiers;
        name_symbols(declaration, building.called.as_deref(), F::MANNER.other_names);
        let read = Read {
            unit: building.unit,
            start: building.base as u32,
            end: end as u32,
            container,
            receiver: building.receiver,
            inside: building.inside,
        };
        self.done[building.place] = Some(read);
        for given in building.given {
            if building.fields.insert(Symbol::of(given.name.as_bytes())) {
                let unit = field(&given);
                let (start, end) = (given.start as u32, given.end as u32);
                let container = Some(building.place as u32);
                self.done.push(Some(Read { unit, start, end, container, receiver: false, inside: false }));
            }
        }
    }

    /// A body without its leading literal, if that is documentation.
    fn without_documentation(&self, body: TokenRange) -> TokenRange {
        if !F::MANNER.docstrings {
            return body;
        }
        let is_line = |token: u32| self.token_text(token).iter().all(u8::is_ascii_whitespace);
        let first = if body.start < body.end && is_line(body.start) { body.start + 1 } else { body.start };
        let unit = &self.top().unit;
        let is_text = unit.tokens.get(first as usize).is_some_and(|t| t.role() == Role::Literal);
        let alone = first + 1 >= body.end || is_line(first + 1);
        let quoted = is_text && matches!(self.token_text(first).last(), Some(b'"' | b'\''));
        if first < body.end && quoted && alone { first + 1..body.end } else { body }
    }

    /// Called when a part of the innermost frame, one token long, is complete.
    pub(super) fn leaf_done(&mut self, slot: Slot, act: Act, token: u32) {
        self.part_done(slot, act, token..token + 1, None);
        if act == Act::TypeName && self.top().types == 0 && self.top().annotations == 0 {
            self.type_done(slot, token..token + 1);
        }
    }

    /// Called when a part of the innermost frame is complete.
    pub(super) fn child_done(&mut self, frame: &Frame<'_>, end: u32) {
        let inner = (frame.ty.clone(), frame.type_key.clone());
        self.part_done(frame.slot, frame.act, frame.first_token..end, Some(inner));
        // The node around a declarator may give the declared variable a type.
        if let (Some(local), Some(around)) = (frame.local, self.frames.last_mut())
            && matches!(frame.act, Act::Pattern | Act::Default | Act::Target)
        {
            around.local = around.local.or(Some(local));
        }
    }

    fn part_done(
        &mut self,
        slot: Slot,
        act: Act,
        range: TokenRange,
        inner: Option<(Option<TypeUse>, Box<str>)>,
    ) {
        let Some(frame) = self.frames.last() else { return };
        if self.top().annotations > 0 {
            return;
        }
        let of_unit = frame.parameter_of(self.top());
        let in_parameters = frame.act == Act::Parameters
            && self.frames.len().checked_sub(2).is_some_and(|i| self.frames[i].parameter_of(self.top()));
        if in_parameters || of_unit && slot == Slot::Parameter {
            let (ty, key) = inner.unwrap_or_default();
            self.parameter(range, ty, key);
        } else if of_unit && slot == Slot::Supertypes {
            self.supertypes(range);
        } else if slot == Slot::Body && of_unit && self.top().kind.level() == Level::Method {
            let body = if act == Act::Block || F::MANNER.positional { self.unbraced(range) } else { range };
            self.top_mut().body = Some(body);
        } else if self.is_value(frame, slot, &range) {
            self.top_mut().body = Some(range);
        }
    }

    /// Whether a part of a frame is the value of the field that is being read.
    fn is_value(&self, frame: &Frame<'_>, slot: Slot, range: &TokenRange) -> bool {
        if self.top().kind.level() != Level::Field || self.top().body.is_some() || range.is_empty() {
            return false;
        }
        let behind_sign = range.start > 0 && self.token_text(range.start - 1) == b"=";
        let in_slot = matches!(slot, Slot::Right | Slot::Value)
            && matches!(frame.act, Act::Assignment | Act::Declarator | Act::Scope);
        in_slot || F::MANNER.positional && frame.is_root() && behind_sign
    }

    fn unbraced(&self, range: TokenRange) -> TokenRange {
        let braced = range.len() >= 2
            && self.token_text(range.start) == b"{"
            && self.token_text(range.end - 1) == b"}";
        let expression = !range.is_empty() && self.token_text(range.start) == b"=";
        match (braced, expression) {
            (true, _) => range.start + 1..range.end - 1,
            (_, true) => range.start + 1..range.end,
            _ => range,
        }
    }

    fn parameter(&mut self, range: TokenRange, ty: Option<TypeUse>, type_key: Box<str>) {
        let unit = &self.top().unit;
        let tokens = &unit.tokens[range.start as usize..range.end as usize];
        let declared = tokens.iter().position(|t| t.role() == Role::Declaration);
        let Some(declared) = declared else {
            // Tokens next to a parameter.
            let sign = if range.is_empty() { b"" } else { self.token_text(range.start) };
            let building = self.top_mut();
            building.variadic |= !sign.is_empty() && sign == F::MANNER.variadic_word.as_bytes();
            if let Some(last) = building.unit.declarations[0].parameters.last_mut() {
                last.optional |= sign == b"=";
            }
            return;
        };
        let name_token = range.start + declared as u32;
        let first = self.token_text(range.start);
        let local = unit.locals.iter().position(|l| l.token == name_token).map(|l| l as u32);
        if self.top().receiver && self.top().this.is_none() && unit.declarations[0].parameters.is_empty() {
            self.top_mut().this = local;
            return;
        }
        let optional = range.clone().any(|t| matches!(self.token_text(t), b"=" | b"?"));
        let name: Box<str> = match first {
            // A destructuring pattern has no name of its own.
            b"{" => "{}".into(),
            b"[" => "[]".into(),
            _ => decode(self.token_text(name_token)),
        };
        let keeps =
            range.clone().any(|t| F::MANNER.field_words.iter().any(|w| w.as_bytes() == self.token_text(t)));
        if keeps && self.top().kind == EntityKind::Constructor {
            let base = self.top().base;
            let bytes = |t: u32| self.top().unit.tokens[t as usize];
            let (start, end) =
                (base + bytes(range.start).start as usize, base + bytes(range.end - 1).end() as usize);
            self.give(name_token, start..end, ty.clone(), type_key.clone());
        }
        let variadic = std::mem::take(&mut self.top_mut().variadic);
        let function = range.clone().any(|t| self.token_text(t) == b"->");
        let key = match F::MANNER.typed_keys {
            // A function type has no name.
            true if type_key.is_empty() && function => "Function".into(),
            true if type_key.is_empty() => name.clone(),
            true => type_key,
            false => name.clone(),
        };
        let ty = ty.unwrap_or_default();
        let parameter = Parameter {
            key,
            name,
            variadic: variadic || matches!(first, b"*" | b"**" | b"..."),
            optional,
            ty,
        };
        self.top_mut().unit.declarations[0].parameters.push(parameter);
    }

    /// The supertypes in the head of a type: dotted names that are not arguments of something else.
    fn supertypes(&mut self, range: TokenRange) {
        let mut found: Vec<TypeUse> = Vec::new();
        let (mut path, mut depth, mut named) = (Vec::new(), 0i32, false);
        // The list may be in parentheses; other parentheses belong to calls.
        let outer = i32::from(!range.is_empty() && self.token_text(range.start) == b"(");
        depth -= outer;
        for index in range.start..range.end {
            let token = self.top().unit.tokens[index as usize];
            let mut ends = false;
            match (token.role(), self.token_text(index)) {
                (_, b"<" | b"[" | b"(") => depth += 1,
                (_, b">" | b"]" | b")") => depth -= 1,
                (_, b",") if depth == 0 => ends = true,
                (_, b"=") if depth == 0 => named = true,
                (_, word) if depth == 0 && word == F::MANNER.delegation_word.as_bytes() => named = true,
                (Role::Use | Role::Type | Role::Declaration | Role::Call, _) if depth == 0 => {
                    path.push(token.symbol);
                }
                (Role::Keyword, _) if depth == 0 => ends = true,
                _ => {}
            }
            if ends || index + 1 == range.end {
                let path = std::mem::take(&mut path);
                // A named argument or a delegate is not a supertype.
                if !path.is_empty() && !named {
                    found.push(TypeUse { path: path.into(), dimensions: 0 });
                }
                named = false;
            }
        }
        self.top_mut().unit.declarations[0].supertypes.extend(found);
    }

    /// Called when a written type is complete: passes it to the frame that needs it.
    pub(super) fn type_done(&mut self, slot: Slot, range: TokenRange) {
        let Some((ty, key)) = self.type_use(range.clone()) else { return };
        let Some(frame) = self.frames.last() else { return };
        let of_unit = frame.parameter_of(self.top()) || frame.is_root();
        let building = self.top();
        let field = building.kind.level() == Level::Field && building.ty.is_none();
        let behind_colon = range.start > 0 && self.token_text(range.start - 1) == b":";
        let placed = F::MANNER.positional && behind_colon && building.body.is_none() && (of_unit || field);
        if of_unit && slot == Slot::Result || field && slot == Slot::Type || placed {
            let building = self.top_mut();
            building.ty = Some(ty.clone());
            building.type_key = key.clone();
        }
        if let Some(frame) = self.frames.last_mut()
            && frame.ty.is_none()
        {
            frame.ty = Some(ty);
            frame.type_key = key;
        }
    }
}

/// The word that a node begins with, if it was already read.
fn nodes_word(building: &Building, token: u32) -> Symbol {
    building.unit.tokens.get(token as usize).map_or(Symbol::default(), |t| t.symbol)
}

/// A field of which only the name and a written type are known; its uses show how it is used.
fn field(given: &Given) -> Unit {
    let mut declaration = Declaration::empty(EntityKind::Field, Modifiers::default());
    declaration.name = given.name.clone();
    declaration.span = 0..(given.end - given.start) as u32;
    declaration.ty = given.ty.clone();
    declaration.type_key = given.type_key.clone();
    name_symbols(&mut declaration, None, &[]);
    Unit { declarations: vec![declaration], ..Unit::default() }
}

/// The symbols of name and signature, once both are known.
fn name_symbols(declaration: &mut Declaration, called: Option<&str>, others: &[(&str, &str)]) {
    let key = |p: &'_ Parameter| -> String {
        let other = others.iter().find(|(name, _)| *name == p.key.as_ref());
        other.map_or_else(|| p.key.to_string(), |(_, other)| (*other).to_owned())
    };
    let keys: Vec<String> = declaration.parameters.iter().map(key).collect();
    let parameters = format!("({})", keys.join(","));
    let name = called.unwrap_or(&declaration.name);
    let (name, signature) = match declaration.kind {
        EntityKind::Constructor => (CONSTRUCTOR, CONSTRUCTOR.to_owned() + &parameters),
        EntityKind::Function | EntityKind::Method => (name, name.to_owned() + &parameters),
        _ => (name, name.to_owned()),
    };
    let (name, signature) = (Symbol::of(name), Symbol::of(signature));
    declaration.name_symbol = name;
    declaration.signature = signature;
}
