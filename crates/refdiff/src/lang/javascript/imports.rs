//! `import` and `require`.

use crate::lang::tree::Around;
use crate::model::{Import, Symbol};
use tree_sitter::Node;

/// The names that an `import`, or a variable assigned from `require`, brings into the file.
pub(in crate::lang) fn import(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
    if node.kind() == "variable_declarator" {
        by_variable(node, around, imports);
        return;
    }
    let Some(source) = node.child_by_field_name("source") else { return };
    let module = module(&around.text_of(source), around);
    let mut pending = vec![node];
    while let Some(at) = pending.pop() {
        let mut cursor = at.walk();
        for child in at.children(&mut cursor) {
            match child.kind() {
                "import_clause" | "named_imports" => pending.push(child),
                // The default export represents the whole module.
                "identifier" => imports.push(whole(&module, child, around)),
                "namespace_import" => {
                    let name = child.named_child(0);
                    imports.extend(name.map(|name| whole(&module, name, around)));
                }
                "import_specifier" => {
                    let (name, alias) =
                        (child.child_by_field_name("name"), child.child_by_field_name("alias"));
                    if let Some(name) = name {
                        one(&module, name, alias, around, imports);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The text of the module name, if a variable is assigned the bare result of `require`.
pub(super) fn required(declarator: Node<'_>, around: &Around<'_, '_>) -> Option<Box<str>> {
    let value = declarator.child_by_field_name("value").filter(|v| v.kind() == "call_expression")?;
    let function = value.child_by_field_name("function")?;
    let argument = value.child_by_field_name("arguments")?.named_child(0)?;
    let is_required = &*around.text_of(function) == "require" && argument.kind() == "string";
    is_required.then(|| around.text_of(argument))
}

fn by_variable(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
    let (Some(source), Some(name)) = (required(node, around), node.child_by_field_name("name")) else {
        return;
    };
    let module = module(&source, around);
    if name.kind() == "identifier" {
        imports.push(whole(&module, name, around));
        return;
    }
    let mut cursor = name.walk();
    for child in name.named_children(&mut cursor) {
        match child.kind() {
            "shorthand_property_identifier_pattern" => one(&module, child, None, around, imports),
            "pair_pattern" => {
                let (key, value) = (child.child_by_field_name("key"), child.child_by_field_name("value"));
                if let Some(key) = key {
                    one(&module, key, value, around, imports);
                }
            }
            _ => {}
        }
    }
}

fn symbol(node: Node<'_>, around: &Around<'_, '_>) -> Symbol {
    Symbol::of(around.text_of(node).as_bytes())
}

fn whole(module: &[Symbol], name: Node<'_>, around: &Around<'_, '_>) -> Import {
    Import { path: module.into(), wildcard: false, members: false, alias: Some(symbol(name, around)) }
}

/// A member of a module, which may be a type.
fn one(
    module: &[Symbol],
    name: Node<'_>,
    alias: Option<Node<'_>>,
    around: &Around<'_, '_>,
    imports: &mut Vec<Import>,
) {
    let path: Box<[Symbol]> = module.iter().copied().chain([symbol(name, around)]).collect();
    let alias = alias.map(|alias| symbol(alias, around));
    for members in [false, true] {
        imports.push(Import { path: path.clone(), wildcard: false, members, alias });
    }
}

/// The names of the folders and of the file in a source such as `'../a/b.js'`.
fn module(source: &str, around: &Around<'_, '_>) -> Vec<Symbol> {
    let source = source.trim_matches(['"', '\'', '`']);
    let folder = std::str::from_utf8(around.path.folder()).unwrap_or("");
    let mut path: Vec<&str> = match source.starts_with('.') {
        true => folder.split('/').filter(|part| !part.is_empty()).collect(),
        false => Vec::new(),
    };
    for part in source.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    if let Some(last) = path.last_mut() {
        let endings = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"];
        *last = endings.iter().find_map(|ending| last.strip_suffix(ending)).unwrap_or(last);
    }
    path.into_iter().map(Symbol::of).collect()
}
