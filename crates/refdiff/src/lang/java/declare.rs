//! The declarations of a unit: opened when the walk enters them, completed when it leaves.

use super::decode;
use super::kinds::{Field, Kind};
use super::walker::{Frame, UnitWalker};
use crate::model::{Declaration, EntityKind, Modifiers, Parameter, Symbol, TypeUse};

/// The name that all constructors share, so that renaming a type renames no method.
const CONSTRUCTOR: &str = "<new>";

impl UnitWalker<'_> {
    /// Opens the declaration of the innermost frame, if the frame is a declaration.
    pub(super) fn open_declaration(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let in_type = matches!(self.parent(2), Kind::TypeBody | Kind::EnumMembers) || self.frames.len() == 1;
        let kind = match frame.kind {
            Kind::Class => EntityKind::Class,
            Kind::Interface => EntityKind::Interface,
            Kind::Enum => EntityKind::Enum,
            Kind::Record => EntityKind::Record,
            Kind::AnnotationType => EntityKind::Annotation,
            Kind::Method | Kind::AnnotationElement => EntityKind::Method,
            Kind::Constructor | Kind::CompactConstructor => EntityKind::Constructor,
            Kind::StaticInitialiser => EntityKind::Initialiser,
            Kind::Block if in_type => EntityKind::Initialiser,
            Kind::TypeBody if matches!(self.parent(2), Kind::New | Kind::EnumConstant) => EntityKind::Class,
            Kind::EnumConstant => EntityKind::EnumConstant,
            Kind::Declarator if self.parent(2) == Kind::FieldDeclaration => EntityKind::Field,
            Kind::Parameter | Kind::SpreadParameter if self.parent(3) == Kind::Record => {
                EntityKind::RecordComponent
            }
            _ => return,
        };
        let mut declaration = Declaration::empty(kind, Modifiers::default());
        declaration.parent = self.open.last().copied();
        declaration.compact = frame.kind == Kind::CompactConstructor;
        declaration.tokens = frame.first_token..u32::MAX;
        declaration.span = frame.start..u32::MAX;
        match frame.kind {
            Kind::StaticInitialiser => declaration.name = "<clinit>".into(),
            Kind::Block => declaration.name = "<init>".into(),
            // The declaration of an anonymous type begins at `new`, that of a field at its first modifier.
            Kind::TypeBody | Kind::Declarator => {
                let around = &self.frames[self.frames.len() - 2];
                declaration.span.start = around.start;
                if frame.kind == Kind::TypeBody {
                    declaration.supertypes = around.ty.iter().cloned().collect();
                }
            }
            _ => {}
        }
        let index = self.unit.declarations.len() as u32;
        self.unit.declarations.push(declaration);
        self.open.push(index);
        if let Some(frame) = self.frames.last_mut() {
            frame.declaration = Some(index);
        }
    }

    /// Sets the name of the innermost frame's declaration.
    pub(super) fn name_declaration(&mut self, token: u32) {
        let name = decode(self.token_text(token));
        let Some(frame) = self.frames.last_mut() else { return };
        frame.name_token = Some(token);
        if let Some(index) = frame.declaration {
            self.unit.declarations[index as usize].name = name;
        }
    }

    /// A keyword that may be a modifier.
    pub(super) fn modifier(&mut self, text: &[u8]) {
        let bit = match text {
            b"public" => Modifiers::PUBLIC,
            b"protected" => Modifiers::PROTECTED,
            b"private" => Modifiers::PRIVATE,
            b"static" => Modifiers::STATIC,
            b"abstract" => Modifiers::ABSTRACT,
            b"final" => Modifiers::FINAL,
            b"default" => Modifiers::DEFAULT,
            b"sealed" => Modifiers::SEALED,
            _ => return,
        };
        let around = self.frames.iter_mut().rev().take(2);
        if let Some(frame) = around.into_iter().find(|f| f.kind == Kind::Modifiers) {
            frame.modifiers.add(bit);
        }
    }

    /// A type in the head of a declaration: a supertype, a thrown type or a type parameter.
    pub(super) fn type_of_header(&mut self, ty: TypeUse) {
        let Some(&index) = self.open.last() else { return };
        let permitted = self.parent(2) == Kind::TypeArguments;
        let declaration = &mut self.unit.declarations[index as usize];
        match self.frames.last().map(|f| f.kind) {
            Some(Kind::Throws) => declaration.throws.push(ty),
            Some(Kind::TypeParameter) => declaration.type_parameters.extend(ty.simple()),
            Some(Kind::TypeList) if permitted => {}
            _ => declaration.supertypes.push(ty),
        }
    }

    /// Called when a part of the innermost frame is complete.
    pub(super) fn child_done(&mut self, field: Field, from: u32, to: u32) {
        let Some(frame) = self.frames.last() else { return };
        if let (Some(index), Kind::Declarator, Field::Value) = (frame.declaration, frame.kind, field) {
            self.unit.declarations[index as usize].body = Some(from..to);
        }
    }

    /// Completes the declaration of the frame that was just left.
    pub(super) fn close_declaration(&mut self, frame: Frame, end_byte: usize, end: u32) {
        match frame.kind {
            Kind::Modifiers => {
                if let Some(around) = self.frames.last_mut() {
                    around.modifiers.add(frame.modifiers);
                }
            }
            Kind::Dimensions => {
                let count = self.dimensions(frame.first_token, end);
                if let Some(around) = self.frames.last_mut().filter(|f| f.kind != Kind::Type) {
                    around.dimensions = around.dimensions.saturating_add(count);
                }
            }
            Kind::Parameter | Kind::SpreadParameter => self.close_parameter(&frame),
            Kind::FieldDeclaration => self.close_fields(&frame, end_byte, end),
            Kind::Block | Kind::Arguments => self.close_body(&frame, end),
            Kind::Declarator | Kind::ForEach | Kind::Resource | Kind::CatchParameter => {
                self.add_dimensions(frame.local, frame.dimensions);
            }
            _ => {}
        }
        if let Some(index) = frame.declaration {
            self.complete(index, &frame, end_byte, end);
            self.open.pop();
        }
        self.child_done(frame.field, frame.first_token, end);
    }

    /// The number of bracket pairs between two tokens.
    fn dimensions(&self, from: u32, to: u32) -> u8 {
        let (mut count, mut depth) = (0u8, 0u32);
        for token in from..to {
            match self.token_text(token) {
                b"[" => {
                    count = count.saturating_add(u8::from(depth == 0));
                    depth += 1;
                }
                b"]" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        count
    }

    fn add_dimensions(&mut self, local: Option<u32>, dimensions: u8) {
        let Some(local) = local.filter(|_| dimensions > 0) else { return };
        if let Some(ty) = self.unit.locals[local as usize].ty {
            let mut ty = self.unit.types[ty as usize].clone();
            ty.dimensions = ty.dimensions.saturating_add(dimensions);
            self.unit.locals[local as usize].ty = Some(self.unit.intern_type(ty));
        }
    }

    fn close_parameter(&mut self, frame: &Frame) {
        let variadic = frame.kind == Kind::SpreadParameter;
        let dimensions = frame.dimensions.saturating_add(u8::from(variadic));
        self.add_dimensions(frame.local, dimensions);
        let owner = match (self.parent(2), self.open.as_slice()) {
            // A record component is itself the innermost declaration.
            (Kind::Record, [.., record, _]) => *record,
            (Kind::Method | Kind::Constructor, [.., method]) => *method,
            _ => return,
        };
        let (Some(ty), Some(name)) = (frame.ty.as_ref(), frame.name_token) else { return };
        if self.token_text(name) == b"this" {
            // `T this` only annotates the receiver; it is not passed.
            return;
        }
        let ty = TypeUse { dimensions: ty.dimensions.saturating_add(dimensions), ..ty.clone() };
        let parameter = Parameter {
            name: decode(self.token_text(name)),
            key: self.type_key(frame.type_token, ty.dimensions),
            ty,
            variadic,
            optional: false,
        };
        self.unit.declarations[owner as usize].parameters.push(parameter);
    }

    fn type_key(&self, token: u32, dimensions: u8) -> Box<str> {
        let mut key = decode(self.token_text(token)).into_string();
        key.push_str(&"[]".repeat(dimensions as usize));
        key.into()
    }

    /// All fields of a declaration extend to its end; a single field owns all tokens of its declaration.
    fn close_fields(&mut self, frame: &Frame, end_byte: usize, end: u32) {
        let all = &mut self.unit.declarations;
        let parent = self.open.last().copied();
        let fields: Vec<usize> = (0..all.len())
            .rev()
            .take_while(|&i| all[i].tokens.start >= frame.first_token)
            .filter(|&i| all[i].parent == parent && all[i].kind == EntityKind::Field)
            .collect();
        for &i in &fields {
            all[i].span.end = end_byte as u32;
        }
        if let [only] = fields[..] {
            all[only].tokens = frame.first_token..end;
        }
    }

    fn close_body(&mut self, frame: &Frame, end: u32) {
        let owner = match (frame.kind, self.parent(1)) {
            (Kind::Arguments, Kind::EnumConstant) => self.frames.last().and_then(|f| f.declaration),
            (
                Kind::Block,
                Kind::Method | Kind::Constructor | Kind::CompactConstructor | Kind::StaticInitialiser,
            ) => self.frames.last().and_then(|f| f.declaration),
            (Kind::Block, _) => frame.declaration,
            _ => None,
        };
        if let Some(owner) = owner {
            // Without the enclosing braces, as in the paper's figure.
            let inside = (frame.first_token + 1).min(end)..end.saturating_sub(1).max(frame.first_token + 1);
            self.unit.declarations[owner as usize].body = Some(inside);
        }
    }

    fn complete(&mut self, index: u32, frame: &Frame, end_byte: usize, end: u32) {
        // The type and the modifiers of a field precede its declarator.
        let holder = if frame.kind == Kind::Declarator { self.frames.last().unwrap_or(frame) } else { frame };
        let (ty, type_token) = (holder.ty.clone(), holder.type_token);
        let modifiers = holder.modifiers;
        let mut dimensions = frame.dimensions;
        if frame.kind == Kind::SpreadParameter {
            dimensions = dimensions.saturating_add(1);
        }
        let component = frame.kind == Kind::SpreadParameter || frame.kind == Kind::Parameter;
        let type_key =
            ty.as_ref().map(|ty| self.type_key(type_token, ty.dimensions.saturating_add(dimensions)));
        let component_name = frame.name_token.filter(|_| component).map(|t| decode(self.token_text(t)));
        let declaration = &mut self.unit.declarations[index as usize];
        declaration.tokens.end = end;
        declaration.span.end = end_byte as u32;
        declaration.modifiers = modifiers;
        if let Some(name) = component_name {
            declaration.name = name;
        }
        let is_anonymous = frame.kind == Kind::TypeBody;
        if let Some(ty) = ty.filter(|_| !is_anonymous) {
            declaration.ty = Some(TypeUse { dimensions: ty.dimensions.saturating_add(dimensions), ..ty });
            declaration.type_key = type_key.unwrap_or_default();
        }
        name_symbols(declaration);
    }
}

/// The symbols of name and signature, once both are known.
fn name_symbols(declaration: &mut Declaration) {
    let parameters = || {
        let keys: Vec<&str> = declaration.parameters.iter().map(|p| p.key.as_ref()).collect();
        format!("({})", keys.join(","))
    };
    let name = declaration.name.as_ref();
    let (name, signature) = match declaration.kind {
        EntityKind::Constructor => (CONSTRUCTOR, CONSTRUCTOR.to_owned() + &parameters()),
        // The signature of a compact constructor of the record.
        EntityKind::Record => (name, CONSTRUCTOR.to_owned() + &parameters()),
        EntityKind::Method => (name, name.to_owned() + &parameters()),
        _ => (name, name.to_owned()),
    };
    let (name, signature) = (Symbol::of(name), Symbol::of(signature));
    declaration.name_symbol = name;
    declaration.signature = signature;
}
