//! The statements of a body.
//!
//! A statement here is a statement of the language without the statements nested in it: the head of an `if` or a loop
//! is one, each statement of its block another, and so is every statement in a lambda or an anonymous type.

use crate::model::{CallForm, EntityId, Level, Model, NodeKind, Role, Symbol, TokenRange};
use rustc_hash::FxHashMap as HashMap;
use std::ops::Range;

/// One token of a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub symbol: Symbol,
    pub role: Role,
    /// The index of the token in the unit.
    pub at: u32,
    /// Whether it denotes a parameter or local variable.
    pub local: bool,
    /// Whether it says almost nothing by itself: variable names are chosen freely, and null occurs everywhere.
    pub plain: bool,
    /// The number of arguments of the call, where that is known.
    pub arity: Option<u8>,
}

impl Word {
    /// Whether it names a variable or is a literal: these may be replaced in otherwise equal code.
    fn is_replaceable(self) -> bool {
        matches!(self.role, Role::Use | Role::Declaration | Role::Literal)
    }

    /// Whether it carries meaning: punctuation occurs in every statement.
    pub fn is_telling(&self) -> bool {
        self.role != Role::Punctuation
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub kind: NodeKind,
    /// The enclosing statement, by its index in the body.
    pub parent: Option<usize>,
    pub words: Vec<Word>,
    /// Equal for equal text.
    pub key: Symbol,
    /// Equal for text that is equal apart from names of variables and literals.
    pub shape: Symbol,
    /// The computed expression: after `return`, `throw` or `=`, or the condition of an `if`.
    pub core: Range<usize>,
    /// The tokens of the unit from the first to the last one of the statement, including nested statements.
    pub tokens: TokenRange,
}

/// The new names of renamed entities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Renames {
    /// Types and methods.
    pub called: HashMap<Symbol, Symbol>,
    pub fields: HashMap<Symbol, Symbol>,
}

impl Renames {
    /// The new names of renamed entities, from matched pairs; a name that became two others is ignored.
    pub fn of(before: &Model, after: &Model, pairs: impl Iterator<Item = (EntityId, EntityId)>) -> Self {
        let mut renamed: [HashMap<Symbol, Option<Symbol>>; 2] = Default::default();
        for (old, new) in pairs {
            let (was, is) = (before.name(old), after.name(new));
            if was != is {
                let known = &mut renamed[usize::from(before.level(old) == Level::Field)];
                let known = known.entry(was).or_insert(Some(is));
                *known = known.filter(|k| *k == is);
            }
        }
        let [called, fields] =
            renamed.map(|names| names.into_iter().filter_map(|(old, new)| Some((old, new?))).collect());
        Renames { called, fields }
    }
}

/// The statements of one body, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub all: Vec<Statement>,
}

impl Body {
    /// The statements of a method's body, with renames applied.
    pub fn of(model: &Model, method: EntityId, renamed: &Renames) -> Self {
        let Some(body) = model.body(method) else { return Body::default() };
        let unit = model.unit(method);
        // Statements in pre-order, each with its tokens; a token belongs to the innermost statement.
        let mut all: Vec<Raw> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut nodes =
            unit.nodes.iter().filter(|n| n.kind.is_statement() && n.tokens.start >= body.start).peekable();
        let lexicon = model.file(method).lexicon;
        let (signs, this, null) = (Signs::new(), Symbol::of(lexicon.this), Symbol::of(lexicon.null));
        let mut accesses = unit.accesses_in(&body).iter().peekable();
        let mut calls = unit.calls_in(&body).iter().peekable();
        let token_is = |at: u32, symbol: Symbol| at < body.end && unit.tokens[at as usize].symbol == symbol;
        for at in body.clone() {
            while open.last().is_some_and(|&s| all[s].tokens.end <= at) {
                open.pop();
            }
            while let Some(node) = nodes.next_if(|n| n.tokens.start <= at) {
                if node.tokens.end > at && node.tokens.end <= body.end {
                    let (tokens, parent) = (node.tokens.clone(), open.last().copied());
                    open.push(all.len());
                    all.push(Raw { kind: node.kind, parent, tokens, words: Vec::new() });
                }
            }
            while calls.next_if(|call| call.token < at).is_some() {}
            let token = &unit.tokens[at as usize];
            let role = token.role();
            let accessed = accesses.next_if(|access| access.token <= at).is_some_and(|a| a.token == at);
            let local = role == Role::Declaration || role == Role::Use && !accessed;
            let plain = local || token.symbol == null;
            let renamed = match role {
                Role::Type | Role::Call => renamed.called.get(&token.symbol).copied(),
                Role::Use if !local => renamed.fields.get(&token.symbol).copied(),
                _ => None,
            };
            let symbol = renamed.unwrap_or(token.symbol);
            // `this.x` is `x`.
            if token_is(at, this) && token_is(at + 1, signs.dot)
                || token_is(at, signs.dot) && at > body.start && token_is(at - 1, this)
            {
                continue;
            }
            if let Some(&inside) = open.last() {
                let call = calls.peek().filter(|call| call.token == at && call.form != CallForm::Reference);
                let arity = call.map(|call| unit.arguments_of(call).len().min(255) as u8);
                all[inside].words.push(Word { symbol, role, at, local, plain, arity });
            }
        }
        // Blocks carry no meaning: their content belongs to the enclosing statement.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(all.len());
        let mut statements: Vec<Statement> = Vec::with_capacity(all.len());
        for raw in all {
            let parent = raw.parent.and_then(|p| places[p]);
            if raw.words.iter().any(Word::is_telling) {
                places.push(Some(statements.len()));
                statements.push(statement(raw, parent, &signs));
            } else {
                places.push(parent);
            }
        }
        Body { all: statements }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The index of the innermost statement that contains a token of the unit.
    pub fn at(&self, token: u32) -> Option<usize> {
        self.all.iter().rposition(|s| s.tokens.contains(&token))
    }

    /// The share of statements that are equal in both, of all statements of both.
    pub fn equal_share(&self, other: &Body) -> f64 {
        self.share(other, |s| s.key)
    }

    /// The same, ignoring names of variables and literals.
    pub fn alike_share(&self, other: &Body) -> f64 {
        self.share(other, |s| s.shape)
    }

    fn share(&self, other: &Body, key: impl Fn(&Statement) -> Symbol) -> f64 {
        let total = self.len() + other.len();
        if total == 0 {
            return 0.0;
        }
        let mut there: HashMap<Symbol, u32> = HashMap::default();
        for statement in &other.all {
            *there.entry(key(statement)).or_default() += 1;
        }
        let mut shared = 0;
        for statement in &self.all {
            if let Some(count) = there.get_mut(&key(statement)).filter(|count| **count > 0) {
                *count -= 1;
                shared += 1;
            }
        }
        2.0 * f64::from(shared) / total as f64
    }
}

/// A statement while it is being collected.
struct Raw {
    kind: NodeKind,
    parent: Option<usize>,
    tokens: TokenRange,
    words: Vec<Word>,
}

fn statement(raw: Raw, parent: Option<usize>, signs: &Signs) -> Statement {
    let Raw { kind, tokens, words, .. } = raw;
    let fold = |symbols: &mut dyn Iterator<Item = Symbol>| {
        symbols.fold(Symbol::default(), |all, symbol| all.then(symbol))
    };
    let blank = Symbol::of("_");
    let key = fold(&mut words.iter().map(|w| w.symbol));
    let shape = fold(&mut words.iter().map(|w| if w.is_replaceable() { blank } else { w.symbol }));
    let core = core(&words, signs);
    Statement { kind, parent, words, key, shape, core, tokens }
}

/// The expression that a statement computes: without a leading keyword, a trailing `;`, or the target of an
/// assignment.
fn core(words: &[Word], signs: &Signs) -> Range<usize> {
    let mut end = words.len();
    if words.last().is_some_and(|w| w.symbol == signs.semicolon) {
        end -= 1;
    }
    let mut start = 0;
    if words[..end].first().is_some_and(|w| w.role == Role::Keyword) {
        start = 1;
    }
    let mut depth = 0;
    for (i, word) in words[..end].iter().enumerate().skip(start) {
        if signs.opens(word.symbol) {
            depth += 1;
        } else if signs.closes(word.symbol) {
            depth -= 1;
        } else if depth == 0 && word.symbol == signs.assign {
            start = i + 1;
            break;
        }
    }
    // The condition without its parentheses.
    if end - start > 2
        && words[start].symbol == signs.open[0]
        && closing(words, start, signs) == Some(end - 1)
    {
        return start + 1..end - 1;
    }
    if start >= end { 0..end } else { start..end }
}

/// The index of the bracket that closes the one at `open`.
fn closing(words: &[Word], open: usize, signs: &Signs) -> Option<usize> {
    let mut depth = 0;
    for (i, word) in words.iter().enumerate().skip(open) {
        if signs.opens(word.symbol) {
            depth += 1;
        } else if signs.closes(word.symbol) {
            depth -= 1;
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

/// The punctuation that almost all languages share.
pub(super) struct Signs {
    open: [Symbol; 3],
    close: [Symbol; 3],
    pub semicolon: Symbol,
    pub assign: Symbol,
    dot: Symbol,
}

impl Signs {
    pub fn new() -> Self {
        Signs {
            open: ["(", "[", "{"].map(Symbol::of),
            close: [")", "]", "}"].map(Symbol::of),
            semicolon: Symbol::of(";"),
            assign: Symbol::of("="),
            dot: Symbol::of("."),
        }
    }

    pub fn opens(&self, symbol: Symbol) -> bool {
        self.open.contains(&symbol)
    }

    pub fn closes(&self, symbol: Symbol) -> bool {
        self.close.contains(&symbol)
    }
}
