//! Statements and expressions.

use super::{DEEPEST, Grammar, NAMES};

const LITERALS: [&str; 14] = [
    "0",
    "0x1FL",
    "1_000",
    "3.0e-5f",
    "'c'",
    "'\\''",
    "\"s\"",
    "\"\\\"{\"",
    "null",
    "true",
    "String.class",
    "\"\"\"\n  text \\\n  {block}\n  \"\"\"",
    "\"\\u007b\"",
    "0b101",
];
const OPERATORS: [&str; 12] = ["+", "-", "*", "/", "%", "==", "&&", "||", "<<", ">>>", "&", "^="];

impl Grammar<'_> {
    pub(super) fn statements(&mut self) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        for _ in 0..self.random.between(0, 4) {
            self.layout();
            self.statement();
        }
        self.layout();
        self.depth -= 1;
    }

    pub(super) fn block(&mut self) {
        self.put("{");
        self.statements();
        self.put("}");
    }

    fn condition(&mut self) {
        self.put("(");
        self.expression();
        self.put(") ");
    }

    fn statement(&mut self) {
        match self.random.below(20) {
            0 => {
                self.put("if ");
                self.condition();
                self.block();
                if self.chance(2) {
                    self.put(" else ");
                    self.statement_below();
                }
            }
            1 => {
                self.put("for (int i = 0; ");
                self.expression();
                self.put("; i++, j--) ");
                self.statement_below();
            }
            2 => {
                self.put("for (final var e : ");
                self.expression();
                self.put(") ");
                self.block();
            }
            3 => {
                self.put("while ");
                self.condition();
                self.statement_below();
            }
            4 => {
                self.put("do ");
                self.block();
                self.put(" while ");
                self.condition();
                self.put(";");
            }
            5 => {
                self.put("try ").one(&["", "(var r = open(); q) "]);
                self.block();
                self.one(&[" catch (A | B e) ", " catch (final E e) "]);
                self.block();
                if self.chance(2) {
                    self.put(" finally ");
                    self.block();
                }
            }
            6 => self.switch(),
            7 => {
                self.put("synchronized ");
                self.condition();
                self.block();
            }
            8 => {
                self.put("return ");
                self.expression();
                self.put(";");
            }
            9 => {
                self.one(&["throw ", "yield ", "assert "]);
                self.expression();
                self.put(";");
            }
            10 => {
                self.one(&["break;", "continue a;", ";", "a: ;"]);
            }
            11 if self.depth < DEEPEST => self.ty(),
            12 => {
                self.name().put(": ");
                self.block();
            }
            13..=15 => {
                self.one(&["", "final ", "@A "]).one(&["var", "int", "String", "List<A>"]).put(" ");
                self.variables();
                self.put(";");
            }
            _ => {
                self.expression();
                self.put(";");
            }
        }
    }

    /// A nested statement, or an empty one if the nesting would be too deep.
    fn statement_below(&mut self) {
        if self.depth >= DEEPEST {
            self.put(";");
            return;
        }
        self.depth += 1;
        self.statement();
        self.depth -= 1;
    }

    fn switch(&mut self) {
        self.put("switch ");
        self.condition();
        self.put("{");
        let arrows = self.chance(2);
        self.list(3, "\n", |g| {
            g.one(&[
                "case 1, 2",
                "case A",
                "default",
                "case P(int a, var b) when a > b",
                "case String s",
                "case null, default",
            ]);
        });
        if arrows {
            self.put(" -> ");
            self.statement_below();
        } else {
            self.put(": ");
            self.statements();
        }
        self.put("}");
    }

    pub(super) fn expression(&mut self) {
        if self.depth >= DEEPEST + 3 {
            self.one(&NAMES);
            return;
        }
        self.depth += 1;
        match self.random.below(16) {
            0 | 1 => {
                self.one(&LITERALS);
            }
            2 | 3 => {
                self.name();
            }
            4..=6 => {
                if self.chance(2) {
                    self.expression();
                    self.put(".").one(&["", "", "<T>"]);
                }
                self.name().put("(");
                self.list(3, ", ", Self::expression);
                self.put(")");
            }
            7 => {
                self.expression();
                self.put(" ").one(&OPERATORS).put(" ");
                self.expression();
            }
            8 => {
                self.one(&["(a, b) -> ", "x -> ", "() -> ", "(int a, final B b) -> "]);
                if self.chance(2) { self.block() } else { self.expression() }
            }
            9 => {
                self.one(&["String::length", "this::run", "int[]::new", "a.B<C>::new", "super::get"]);
            }
            10 => {
                self.put("new ").one(&["A", "B<>", "a.C<D>"]).put("(");
                self.list(2, ", ", Self::expression);
                self.put(")");
                if self.chance(2) && self.depth < DEEPEST {
                    self.put(" {");
                    self.members();
                    self.put("}");
                }
            }
            11 => {
                self.one(&["new int[", "a["]);
                self.expression();
                self.put("]");
            }
            12 => {
                self.one(&["(int) ", "(A & B) ", "!", "-", "++", "("]);
                let bracket = self.out.ends_with("(");
                self.expression();
                self.put(if bracket { ")" } else { "" });
            }
            13 => {
                self.expression();
                self.put(" ? ");
                self.expression();
                self.put(" : ");
                self.expression();
            }
            14 => {
                self.expression();
                self.one(&[
                    " instanceof A a && b",
                    " instanceof P(var x, Q(int y))",
                    ".field",
                    ".new C()",
                    "[0]",
                    "++",
                ]);
            }
            _ => {
                self.name().one(&[" = ", " += ", " >>>= "]);
                self.expression();
            }
        }
        self.depth -= 1;
    }
}
