//! One walk over the tree of a file: every entity gets a unit with its content, except for nested entities. The walk
//! keeps its own stack, so that deep nesting in the text cannot overflow the program's stack.

use super::{Act, Around, Found, Front, Slot, Table, module_name};
use crate::model::{
    EntityKind, Expr, ExprId, FilePath, Import, Level, Loss, Modifiers, Node, NodeKind, Role, Symbol, Token,
    TokenRange, TypeUse, Unit,
};
use rustc_hash::FxHashSet as HashSet;
use std::ops::Range;
use tree_sitter::{Node as SyntaxNode, Tree};

/// The content of a file.
pub(super) struct Contents {
    pub units: Vec<Read>,
    pub imports: Vec<Import>,
    pub losses: Vec<Loss>,
    pub package: Box<str>,
    pub package_at: Range<u32>,
}

/// A unit with its position.
pub(super) struct Read {
    pub unit: Unit,
    pub start: u32,
    pub end: u32,
    pub container: Option<u32>,
    pub receiver: bool,
    /// Whether its first token tells the construct around it.
    pub inside: bool,
}

/// A field that a method assigns on its object.
pub(super) struct Given {
    pub name: Box<str>,
    pub start: usize,
    pub end: usize,
    /// Its type, if one is written.
    pub ty: Option<TypeUse>,
    pub type_key: Box<str>,
}

/// A unit that is being read.
pub(super) struct Building {
    pub unit: Unit,
    /// Its position in the file.
    pub base: usize,
    /// Whether the blank before it tells the construct around it.
    pub inside: bool,
    /// Its index among the read units.
    pub place: usize,
    pub kind: EntityKind,
    pub name: Box<str>,
    /// Whether its name was already visited.
    pub named: bool,
    pub called: Option<Box<str>>,
    pub modifiers: Modifiers,
    /// The node with its parameters and its body.
    pub inner: usize,
    pub body: Option<TokenRange>,
    pub ty: Option<TypeUse>,
    pub type_key: Box<str>,
    /// Whether its first parameter is the receiver, and which local that is.
    pub receiver: bool,
    pub this: Option<u32>,
    /// The visible locals, each with its scope.
    pub visible: Vec<(u32, u32)>,
    pub scopes: u32,
    /// Names that are declared to belong to an enclosing scope.
    pub outer: Vec<Symbol>,
    /// The innermost open node of the model.
    pub node: Option<u32>,
    pub blocks: i32,
    /// The number of open blocks at the start of the last line.
    pub line_blocks: i32,
    pub annotations: u32,
    pub types: u32,
    /// Whether the next parameter takes any number of arguments.
    pub variadic: bool,
    /// The fields that its methods assign on their object.
    pub given: Vec<Given>,
    /// The names of fields declared in it.
    pub fields: HashSet<Symbol>,
}

impl Building {
    /// Whether names assigned in it are its own.
    pub fn has_locals(&self) -> bool {
        self.kind.level() == Level::Method || self.scopes > 0
    }

    pub fn count(&self) -> u32 {
        self.unit.tokens.len() as u32
    }
}

/// A node that is being visited.
pub(super) struct Frame<'t> {
    pub syntax: SyntaxNode<'t>,
    pub act: Act,
    pub slot: Slot,
    pub id: usize,
    pub start: usize,
    pub first_token: u32,
    pub first_expr: u32,
    pub first_access: usize,
    pub values: usize,
    pub scope: bool,
    node: Option<u32>,
    outer_node: Option<u32>,
    /// The implicit statement around it, which has no node.
    wrapper: Option<u32>,
    /// How many of its children were visited, not counting punctuation and comments.
    pub visited: u32,
    /// Whether names in it are declared, if the parent node requires that.
    pub binds: bool,
    ends: bool,
    /// Whether it is the node of a whole unit.
    pub root: bool,
    pub call: Option<u32>,
    pub name_token: Option<u32>,
    pub ty: Option<TypeUse>,
    pub type_key: Box<str>,
    pub local: Option<u32>,
}

pub(super) struct Walker<'a, 't, F> {
    table: &'a Table,
    pub text: &'a [u8],
    path: &'a FilePath,
    pub frames: Vec<Frame<'t>>,
    /// Never empty: the module is the first.
    pub units: Vec<Building>,
    /// The values of expressions inside open frames, each with its slot.
    pub values: Vec<(Slot, ExprId)>,
    pub done: Vec<Option<Read>>,
    imports: Vec<Import>,
    losses: Vec<Loss>,
    package: Box<str>,
    package_at: Range<u32>,
    front: std::marker::PhantomData<F>,
}

pub(super) fn walk<F: Front>(table: &Table, tree: &Tree, path: &FilePath, text: &[u8]) -> Contents {
    let root = tree.root_node();
    let mut walker = Walker::<'_, '_, F> {
        table,
        text,
        path,
        frames: Vec::new(),
        units: Vec::new(),
        values: Vec::new(),
        done: Vec::new(),
        imports: Vec::new(),
        losses: Vec::new(),
        package: "".into(),
        package_at: 0..0,
        front: std::marker::PhantomData,
    };
    let module = Found {
        kind: EntityKind::Module,
        name: module_name(path),
        called: None,
        inner: root,
        receiver: false,
        modifiers: Modifiers::default(),
    };
    walker.begin(0, module);
    walker.visit_all(root);
    walker.finish_unit(text.len());
    walker.contents()
}

impl<'a, 't, F: Front> Walker<'a, 't, F> {
    fn visit_all(&mut self, root: SyntaxNode<'t>) {
        let damaged = root.has_error();
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            let slot = self.table.slot(cursor.field_id());
            let entered = self.enter(node, slot, damaged);
            if entered && cursor.goto_first_child() {
                continue;
            }
            if entered {
                self.exit(node.end_byte().min(self.text.len()));
            }
            loop {
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
                self.exit(cursor.node().end_byte().min(self.text.len()));
            }
        }
    }

    /// Visits a node; returns whether it was opened and its children must be visited.
    fn enter(&mut self, node: SyntaxNode<'t>, slot: Slot, damaged: bool) -> bool {
        let row = self.table.row(node.kind_id());
        let slot = if slot == Slot::None { row.slot } else { slot };
        let (start, end) = (node.start_byte(), node.end_byte().min(self.text.len()));
        if row.act == Act::Skip {
            return false;
        }
        if row.act == Act::Package {
            self.package = F::package(node, &self.around());
            self.package_at = start as u32..end as u32;
            return false;
        }
        let slot = self.placed(node, slot);
        if damaged && (node.is_error() || node.is_missing()) && self.hides(node) {
            self.lose(start);
        }
        let has_code = row.act == Act::Text && self.has_code(node);
        let whole = matches!(row.act, Act::This | Act::Super) || row.act == Act::Text && !has_code;
        if whole || node.child_count() == 0 && !node.is_error() {
            if end > start && !node.is_missing() {
                let implied = self.implied_statement(node, slot, row.node);
                self.leaf(start, end, row.act, slot);
                self.add_statement(implied);
            }
            return false;
        }
        let mut act = row.act;
        let mut root = false;
        if act == Act::Import || row.imports {
            let mut imports = std::mem::take(&mut self.imports);
            F::imports(node, &self.around(), &mut imports);
            self.imports = imports;
            if act == Act::Import && self.units.len() == 1 {
                return false;
            }
        }
        if row.entity {
            let is_inner = self.top().inner == node.id();
            let quiet = self.top().annotations > 0 || self.top().types > 0;
            if !is_inner && !quiet {
                let found = F::entity(node, &self.around()).filter(|found| self.is_named(found, start));
                if let Some(found) = found.filter(|found| self.is_new(found)) {
                    self.begin(start, found);
                    root = true;
                }
            }
            if is_inner || root && self.top().inner == node.id() {
                act = Act::Scope;
            }
        }
        // An entity begins a line in its own unit, but not in the enclosing one.
        if row.line && !root {
            self.begin_line(start);
        }
        let declares = |frame: &Frame<'_>| frame.act == Act::Parameters || self.binds(frame, slot);
        let binds = self.frames.last().is_some_and(declares);
        let scope = match act {
            Act::Block | Act::ForEach => F::MANNER.block_scopes,
            Act::Scope | Act::Function => true,
            _ => false,
        };
        let first_value = self.values.len();
        let implied = self.implied_statement(node, slot, row.node).filter(|_| !root);
        let bare = implied.is_some();
        let building = self.units.last_mut().expect("the module is there");
        let building_node = building.node;
        let outer_node = building.node;
        let count = building.count();
        let scope = scope && !(root && building.kind.level() != Level::Method);
        let wrapper = implied.map(|kind| {
            let index = building.unit.nodes.len() as u32;
            let parent = outer_node.unwrap_or(index);
            building.unit.nodes.push(Node { kind, tokens: count..u32::MAX, parent });
            index
        });
        let outer_node = outer_node.filter(|_| !bare).or(wrapper);
        let opened = row.node.filter(|_| act != Act::Scope || !row.entity).map(|kind| {
            let index = building.unit.nodes.len() as u32;
            let parent = outer_node.unwrap_or(index);
            building.unit.nodes.push(Node { kind, tokens: count..u32::MAX, parent });
            index
        });
        building.node = opened.or(outer_node);
        match act {
            Act::Annotation => building.annotations += 1,
            Act::Type => building.types += 1,
            Act::Block => building.blocks += 1,
            _ => {}
        }
        building.scopes += u32::from(scope);
        self.frames.push(Frame {
            syntax: node,
            act,
            slot,
            id: node.id(),
            start,
            first_token: count,
            first_expr: building.unit.exprs.len() as u32,
            first_access: building.unit.accesses.len(),
            values: first_value,
            scope,
            node: opened,
            outer_node: if bare { building_node } else { outer_node },
            wrapper,
            visited: 0,
            binds,
            ends: row.ends || implied == Some(NodeKind::ExpressionStatement),
            root,
            call: None,
            name_token: None,
            ty: None,
            type_key: "".into(),
            local: None,
        });
        true
    }

    fn exit(&mut self, end_byte: usize) {
        let Some(mut frame) = self.frames.pop() else { return };
        let own_end = self.top().count();
        if F::MANNER.semicolons && frame.ends {
            self.end_statement(&frame, end_byte);
        }
        let end = self.top().count();
        let building = self.units.last_mut().expect("the module is there");
        if let Some(node) = frame.node {
            building.unit.nodes[node as usize].tokens.end =
                if frame.wrapper.is_some() { own_end } else { end };
        }
        if let Some(wrapper) = frame.wrapper {
            building.unit.nodes[wrapper as usize].tokens.end = end;
        }
        building.node = frame.outer_node;
        match frame.act {
            Act::Annotation => building.annotations -= 1,
            Act::Type => building.types -= 1,
            Act::Block => building.blocks -= 1,
            _ => {}
        }
        let value = self.value_of(&mut frame, end, end_byte);
        if frame.act == Act::Arguments {
            self.values[frame.values..].iter_mut().for_each(|(slot, _)| *slot = Slot::Argument);
        } else {
            self.values.truncate(frame.values);
            if let Some(value) = value {
                self.values.push((frame.slot, value));
            }
        }
        let given = self.frames.last().is_some_and(|f| f.act == Act::Arguments);
        if given && self.values.len() == frame.values && end > frame.first_token && !frame.root {
            self.push_value(frame.slot, Expr::Unknown);
        }
        if frame.scope {
            self.close_scope(&frame);
        }
        if frame.root {
            self.values.truncate(frame.values);
            self.child_done(&frame, end);
            self.finish_unit(end_byte);
            return;
        }
        if frame.act == Act::Type && self.top().types == 0 {
            self.type_done(frame.slot, frame.first_token..end);
        }
        self.child_done(&frame, end);
    }

    /// Whether a literal contains code.
    fn has_code(&self, node: SyntaxNode<'_>) -> bool {
        let mut cursor = node.walk();
        node.children(&mut cursor).any(|child| self.table.row(child.kind_id()).act == Act::Code)
    }

    /// Whether a syntax error may hide a declaration: one outside of a body, or one that swallowed the first word of
    /// a declaration.
    fn hides(&self, node: SyntaxNode<'_>) -> bool {
        let mut cursor = node.walk();
        let swallowed = node.children(&mut cursor).any(|child| F::declares(child.kind()));
        swallowed || self.top().kind.level() != Level::Method
    }

    fn around(&self) -> Around<'_, 't> {
        let holder = self.units.iter().rev().find(|unit| unit.kind.level() != Level::Field);
        let kind = holder.map_or(EntityKind::Module, |unit| unit.kind);
        Around { text: self.text, path: self.path, kind, frames: &self.frames }
    }

    /// Records only the first loss, which is enough to know that something may be missing: other text has one on
    /// every line.
    fn lose(&mut self, at: usize) {
        if self.losses.is_empty() {
            let reason = "syntax error outside of a function's body; what stands there may be missing";
            self.losses.push(Loss { at: at as u32, reason: reason.into() });
        }
    }

    /// Whether it has a name: if the grammar only inserted one, nothing is known about the declaration.
    fn is_named(&mut self, found: &Found<'_>, start: usize) -> bool {
        let named = !found.name.is_empty() || found.kind.level() != Level::Type;
        if !named {
            self.lose(start);
        }
        named
    }

    /// Whether a field is declared here, rather than assigned again.
    fn is_new(&mut self, found: &Found<'_>) -> bool {
        if found.kind.level() != Level::Field {
            return true;
        }
        let name = Symbol::of(found.name.as_bytes());
        self.top_mut().fields.insert(name)
    }

    pub fn top(&self) -> &Building {
        self.units.last().expect("the module is there")
    }

    pub fn top_mut(&mut self) -> &mut Building {
        self.units.last_mut().expect("the module is there")
    }

    pub fn act_around(&self, back: usize) -> Act {
        self.frames.len().checked_sub(back).map_or(Act::Plain, |i| self.frames[i].act)
    }

    pub fn push_token(&mut self, start: usize, end: usize, symbol: Symbol, role: Role) -> u32 {
        let building = self.top_mut();
        let start = start - building.base;
        let length = (end - building.base).saturating_sub(start);
        building.unit.tokens.push(Token::new(symbol, start as u32, length as u32, role));
        building.count() - 1
    }

    pub fn token_text(&self, token: u32) -> &'a [u8] {
        let building = self.top();
        let token = &building.unit.tokens[token as usize];
        &self.text[building.base + token.start as usize..building.base + token.end() as usize]
    }

    pub fn push_expr(&mut self, expr: Expr) -> ExprId {
        let exprs = &mut self.top_mut().unit.exprs;
        exprs.push(expr);
        exprs.len() as u32 - 1
    }

    pub fn push_value(&mut self, slot: Slot, expr: Expr) {
        let id = self.push_expr(expr);
        self.values.push((slot, id));
    }

    fn contents(self) -> Contents {
        let mut units: Vec<Read> = self.done.into_iter().flatten().collect();
        if !F::MANNER.modules {
            units = without_empty_module(units);
        }
        // In the order of the text, with enclosing units first.
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.sort_by_key(|&i| (units[i].start, std::cmp::Reverse(units[i].end), i));
        let mut places = vec![0u32; units.len()];
        for (place, &i) in order.iter().enumerate() {
            places[i] = place as u32;
        }
        for unit in &mut units {
            unit.container = unit.container.map(|c| places[c as usize]);
        }
        let mut sorted: Vec<Option<Read>> = units.into_iter().map(Some).collect();
        let units = order.iter().filter_map(|&i| sorted[i].take()).collect();
        let (package, package_at) = (self.package, self.package_at);
        Contents { units, imports: self.imports, losses: self.losses, package, package_at }
    }
}

/// A file without functions and variables of its own is not a module, and its types belong to none.
fn without_empty_module(mut units: Vec<Read>) -> Vec<Read> {
    let is_type = |read: &Read| read.unit.declarations[0].kind.level() == Level::Type;
    for read in units.iter_mut().filter(|read| read.container == Some(0) && is_type(read)) {
        read.container = None;
    }
    if units.iter().any(|read| read.container == Some(0)) {
        return units;
    }
    units.remove(0);
    for read in &mut units {
        read.container = read.container.map(|c| c - 1);
    }
    units
}
