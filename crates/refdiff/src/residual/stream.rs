//! The tokens of a unit as they are compared: names by what they denote, and code that a reported refactoring moved
//! out of it or into it put back where it was.

use super::board::{Board, TokenPlace};
use super::meaning::{Meanings, UnitMeaning};
use super::unfold::Argument;
use crate::model::{EntityId, Lexicon, Role, Symbol, TokenRange, Unit};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::rc::Rc;

/// How many items a unit may have when code is put back into it; further code is not put back.
const MOST_ITEMS: usize = 200_000;

/// A local variable: the copy of the unit that it belongs to, and its index there.
pub(super) type Variable = (u32, u32);

/// A token as written: its text, and the position of that text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    pub symbol: Symbol,
    pub start: u32,
    pub end: u32,
}

/// One token of the code as it is compared.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub key: Symbol,
    /// Its place.
    pub place: TokenPlace,
    /// The text at that place.
    pub word: Word,
    /// Other tokens it stands for: qualifiers, and the argument of a parameter.
    pub also: Vec<TokenPlace>,
    /// Its qualifier: the key of the word before the last dot.
    pub qualifier: Option<Symbol>,
    /// Whether it may be missing on the other side: redundant parentheses.
    pub soft: bool,
    /// Whether it is not in the text: parentheses that code needs where it is put back.
    pub made: bool,
    pub uses: Option<Variable>,
    pub declares: Option<Variable>,
    /// Whether it belongs to the unit itself, not to code that was put back.
    pub own: bool,
    /// The copy that it belongs to; 0 for the unit itself.
    pub copy: u32,
}

/// A unit as it is compared.
#[derive(Default)]
pub(super) struct Stream {
    pub items: Vec<Item>,
    /// Tokens without a counterpart because a refactoring created them: the call in place of code.
    pub given: Vec<TokenPlace>,
    /// The calls that were replaced by code: the copy, and the place of the name of the call.
    pub calls: Vec<(u32, TokenPlace)>,
    /// Tokens that make the code different, no matter what it is compared with.
    pub broken: Vec<TokenPlace>,
    /// Variables that only take the value of another one, with the key of its uses.
    pub aliases: HashMap<Variable, (Variable, Symbol)>,
}

impl Stream {
    /// The item that declares each variable.
    pub fn declarations(&self) -> HashMap<Variable, usize> {
        let declared = self.items.iter().enumerate();
        declared.filter_map(|(number, item)| Some((item.declares?, number))).collect()
    }

    /// The variable, with aliases resolved.
    pub fn variable(&self, variable: Variable) -> Variable {
        let mut at = variable;
        for _ in 0..8 {
            match self.aliases.get(&at) {
                Some(&(next, _)) => at = next,
                None => break,
            }
        }
        at
    }
}

/// A copy of a unit that is being written.
pub(super) struct Copy<'c> {
    /// The entity of the unit's first declaration.
    pub first: EntityId,
    pub unit: &'c Unit,
    pub meaning: Rc<UnitMeaning>,
    pub lexicon: &'static Lexicon,
    /// The number of the copy; 0 for the unit itself.
    pub number: u32,
    /// The number of its first token in the file, if its tokens are contiguous.
    whole: Option<u32>,
    /// The place of its first token.
    base: Option<TokenPlace>,
    /// The first byte of the unit.
    start: u32,
    /// The arguments of parameters, by the index of the local.
    pub arguments: HashMap<u32, Argument>,
    /// The token of the object that the method is called on, in the enclosing copy.
    pub receiver: Option<u32>,
}

/// Writes streams of one side.
pub(super) struct Writer<'w, 's, 'c> {
    pub board: &'w Board<'c>,
    pub meanings: &'w Meanings<'s, 'c>,
    pub side: usize,
    /// Methods whose code is put back at their call sites.
    pub parts: &'w HashSet<EntityId>,
    /// Whether the unit belongs to a supertype or subtype on the other side, where the object is still the same.
    pub same_object: bool,
    pub stream: Stream,
    pub copies: u32,
    /// The methods that are being put back.
    pub stack: Vec<EntityId>,
}

impl<'w, 's, 'c> Writer<'w, 's, 'c> {
    pub fn new(
        board: &'w Board<'c>,
        meanings: &'w Meanings<'s, 'c>,
        side: usize,
        parts: &'w HashSet<EntityId>,
        same_object: bool,
    ) -> Self {
        let stream = Stream::default();
        Writer { board, meanings, side, parts, same_object, stream, copies: 0, stack: Vec::new() }
    }

    /// The tokens of an entity's unit, or of a part of it.
    pub fn unit(mut self, id: EntityId, part: Option<TokenRange>) -> Stream {
        let copy = self.copy(id);
        let part = part.unwrap_or(0..copy.unit.tokens.len() as u32);
        self.stream.items.reserve(part.len());
        self.write(&[&copy], part);
        self.stream
    }

    pub fn copy(&mut self, id: EntityId) -> Copy<'c> {
        let model = self.board.model(self.side);
        let entity = model.entity(id);
        let first = EntityId(id.0 - entity.declaration);
        let tokens = &self.board.sides[self.side][entity.file as usize].tokens;
        let whole = tokens.first_of_whole(entity.unit);
        let base = match whole {
            Some(token) => Some(TokenPlace { file: entity.file, token }),
            None => self.board.unit_token(self.side, first, 0),
        };
        self.copies += 1;
        Copy {
            first,
            unit: model.unit(first),
            meaning: self.meanings.unit(self.board, self.side, first),
            lexicon: model.file(first).lexicon,
            number: self.copies - 1,
            whole,
            base,
            start: model.files[entity.file as usize].units[entity.unit as usize].start,
            arguments: HashMap::default(),
            receiver: None,
        }
    }

    /// The place of a token of a copy.
    pub fn place(&self, copy: &Copy<'c>, token: u32) -> Option<TokenPlace> {
        let base = copy.base?;
        let guess = TokenPlace { file: base.file, token: base.token + token };
        if copy.whole.is_some() {
            return Some(guess);
        }
        let start = copy.unit.tokens[token as usize].start - copy.unit.tokens[0].start;
        let all = &self.board.sides[self.side][base.file as usize].tokens;
        let first = all.at(base.token as usize);
        let is_there = (guess.token as usize) < all.len() && {
            let found = all.at(guess.token as usize);
            found.start == first.start + start && found.unit == first.unit
        };
        if is_there { Some(guess) } else { self.board.unit_token(self.side, copy.first, token) }
    }

    pub fn places(&self, copy: &Copy<'c>, tokens: TokenRange) -> Vec<TokenPlace> {
        tokens.filter_map(|token| self.place(copy, token)).collect()
    }

    /// The text of a token of a copy.
    pub fn word(&self, copy: &Copy<'c>, token: u32) -> Word {
        let token = &copy.unit.tokens[token as usize];
        Word { symbol: token.symbol, start: copy.start + token.start, end: copy.start + token.end() }
    }

    /// Writes tokens of the last of `copies`, which is code of a method that the copy before it calls, and so on.
    pub fn write(&mut self, copies: &[&Copy<'c>], tokens: TokenRange) {
        let Some(&copy) = copies.last() else { return };
        let full = self.stream.items.len() > MOST_ITEMS;
        let sites = if self.parts.is_empty() || full { Vec::new() } else { self.sites(copy, &tokens) };
        let mut sites = sites.iter().peekable();
        let mut at = tokens.start;
        while at < tokens.end {
            while sites.peek().is_some_and(|s| s.replaced.start < at) {
                sites.next();
            }
            match sites.peek().filter(|s| s.replaced.start == at && s.replaced.end <= tokens.end) {
                Some(site) => {
                    self.put_back(copies, site);
                    at = site.replaced.end;
                }
                None => {
                    self.token(copies, at);
                    at += 1;
                }
            }
        }
    }

    /// Writes one token.
    pub fn token(&mut self, copies: &[&Copy<'c>], token: u32) {
        let Some((&copy, around)) = copies.split_last() else { return };
        let meaning = copy.meaning.tokens[token as usize];
        // Qualifiers belong to the name that they qualify.
        if meaning.qualifies.is_some() {
            return;
        }
        let Some(place) = self.place(copy, token) else { return };
        if let Some(argument) = meaning.uses.and_then(|local| copy.arguments.get(&local)) {
            self.argument(copies, token, place, &argument.clone());
            return;
        }
        let qualifiers =
            (0..token).rev().take_while(|&t| copy.meaning.tokens[t as usize].qualifies == Some(token));
        let qualifier = token.checked_sub(2).map(|t| copy.meaning.tokens[t as usize]);
        let qualifier = qualifier.filter(|m| m.qualifies == Some(token)).map(|m| m.key);
        let also: Vec<TokenPlace> = qualifiers.filter_map(|t| self.place(copy, t)).collect();
        let word = copy.unit.tokens[token as usize].symbol;
        let is_this =
            copy.unit.tokens[token as usize].role() == Role::Keyword && word == Symbol::of(copy.lexicon.this);
        if let (Some(receiver), Some(&host)) = (copy.receiver, around.last())
            && (meaning.implicit || is_this)
        {
            let from = self.stream.items.len();
            self.write(around, receiver..receiver + 1);
            let object = self.place(host, receiver);
            let written = self.word(copy, token);
            for item in &mut self.stream.items[from..] {
                (item.place, item.word) = (place, written);
                item.also.extend(object);
            }
            if is_this {
                return;
            }
            self.made(Symbol::of("."), place, false);
        }
        let variable = |local: u32| (copy.number, local);
        let alias = meaning.uses.and_then(|local| self.stream.aliases.get(&variable(local)));
        let key = match alias {
            Some((_, key)) => *key,
            None if (is_this || meaning.inherited) && self.same_object => word,
            None => meaning.key,
        };
        self.stream.items.push(Item {
            key,
            place,
            word: self.word(copy, token),
            also,
            qualifier,
            soft: false,
            made: false,
            uses: meaning.uses.map(variable),
            declares: meaning.declares.map(variable),
            own: copy.number == 0,
            copy: copy.number,
        });
    }

    /// Adds a parenthesis or separator that is not in the text.
    pub fn made(&mut self, key: Symbol, place: TokenPlace, soft: bool) {
        self.stream.items.push(Item {
            key,
            place,
            word: Word::default(),
            also: Vec::new(),
            qualifier: None,
            soft,
            made: true,
            uses: None,
            declares: None,
            own: false,
            copy: 0,
        });
    }
}
