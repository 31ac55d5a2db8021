//! Random Java by its grammar: every construct of the language up to 21, without any meaning.

mod code;

use refdiff_mutation::random::Random;

/// The maximum nesting of types, statements and expressions.
const DEEPEST: usize = 5;

const NAMES: [&str; 14] =
    ["a", "b", "run", "get", "Cart", "Item", "size", "x1", "record", "var", "yield", "sealed", "ÄÖ", "$_"];
const TYPES: [&str; 10] = [
    "int",
    "long[]",
    "String",
    "List<String>",
    "Map<K, ? extends V>",
    "a.b.C<D>.E",
    "T",
    "@A int @B []",
    "double[][]",
    "List<? super int[]>",
];
const MODIFIERS: [&str; 12] = [
    "public ",
    "private ",
    "protected ",
    "static ",
    "final ",
    "abstract ",
    "@Override ",
    "@A(x = {1, 2}) ",
    "synchronized ",
    "default ",
    "strictfp ",
    "sealed ",
];

/// Writes one file.
pub struct Grammar<'r> {
    random: &'r mut Random,
    out: String,
    depth: usize,
}

impl<'r> Grammar<'r> {
    /// A whole file.
    pub fn file(random: &'r mut Random) -> String {
        let mut grammar = Grammar { random, out: String::new(), depth: 0 };
        grammar.unit();
        grammar.out
    }

    fn put(&mut self, text: &str) -> &mut Self {
        self.out.push_str(text);
        self
    }

    fn one(&mut self, of: &[&str]) -> &mut Self {
        let text = *self.random.pick(of);
        self.put(text)
    }

    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn name(&mut self) -> &mut Self {
        self.one(&NAMES)
    }

    fn list(&mut self, most: usize, between: &str, item: fn(&mut Self)) {
        for number in 0..self.random.between(0, most) {
            if number > 0 {
                self.put(between);
            }
            item(self);
        }
    }

    fn layout(&mut self) {
        self.one(&[
            "\n",
            "\n",
            "\n    ",
            " ",
            "\n// line {\n",
            "/* block } */ ",
            "\n/** doc @see #a */\n",
            "\r\n",
            "\n\n",
        ]);
    }

    fn unit(&mut self) {
        if !self.chance(4) {
            self.one(&["package p.q;\n", "@A package p;\n", "package p /* x */ . q;\n"]);
        }
        self.list(3, "", |g| {
            g.one(&[
                "import a.b.C;\n",
                "import static a.B.c;\n",
                "import a.*;\n",
                "import static a.B.*;\n",
                ";\n",
            ]);
        });
        if self.chance(20) {
            self.put("module m.n { requires transitive a; exports b to c; uses D; provides E with F; }\n");
        }
        for _ in 0..self.random.between(1, 3) {
            self.ty();
            self.layout();
        }
    }

    fn ty(&mut self) {
        self.depth += 1;
        self.list(2, "", |g| {
            g.one(&MODIFIERS);
        });
        match self.random.below(5) {
            0 => {
                self.put("interface ").name();
                self.parameters_of_type();
                self.one(&["", " extends I, J<T>", " permits A, B"]).put(" {");
                self.members();
            }
            1 => {
                self.put("enum ").name().one(&["", " implements I"]).put(" {");
                self.layout();
                self.list(3, ", ", |g| {
                    g.one(&["", "@A "]).name();
                    if g.chance(2) {
                        g.put("(");
                        g.list(2, ", ", Self::expression);
                        g.put(")");
                    }
                    if g.chance(3) && g.depth < DEEPEST {
                        g.put(" {");
                        g.members();
                        g.put("}");
                    }
                });
                self.one(&["", ",", ";", ",;"]);
                if self.out.ends_with(';') {
                    self.members();
                }
            }
            2 => {
                self.put("record ").name();
                self.parameters_of_type();
                self.put("(");
                self.parameters();
                self.put(")").one(&["", " implements I"]).put(" {");
                if self.chance(2) {
                    self.put("public ").name().put(" {");
                    self.statements();
                    self.put("}");
                }
                self.members();
            }
            3 => {
                self.put("@interface ").name().put(" {");
                self.list(3, "\n", |g| {
                    g.one(&TYPES)
                        .put(" ")
                        .name()
                        .put("()")
                        .one(&["", " default 1", " default {\"a\"}", " default @B"])
                        .put(";");
                });
                self.members();
            }
            _ => {
                self.put("class ").name();
                self.parameters_of_type();
                self.one(&["", " extends B", " extends a.B<T> implements I, J", " implements I permits K"])
                    .put(" {");
                self.members();
            }
        }
        self.put("}");
        self.depth -= 1;
    }

    fn parameters_of_type(&mut self) {
        self.one(&["", "", "<T>", "<K extends A & B, V>", "<@A T>"]);
    }

    fn parameters(&mut self) {
        self.list(3, ", ", |g| {
            g.one(&["", "", "final ", "@A "])
                .one(&TYPES)
                .one(&[" ", " ", "... "])
                .name()
                .one(&["", "", "[]"]);
        });
    }

    fn members(&mut self) {
        if self.depth >= DEEPEST {
            return;
        }
        for _ in 0..self.random.between(0, 4) {
            self.layout();
            self.member();
        }
        self.layout();
    }

    fn member(&mut self) {
        match self.random.below(9) {
            0 => self.ty(),
            1 => {
                self.one(&["static {", "{"]);
                self.statements();
                self.put("}");
            }
            2 => {
                self.put(";");
            }
            3 | 4 => {
                self.list(2, "", |g| {
                    g.one(&MODIFIERS);
                });
                self.one(&TYPES).put(" ");
                self.variables();
                self.put(";");
            }
            5 => {
                self.list(1, "", |g| {
                    g.one(&MODIFIERS);
                });
                self.name().put("(");
                self.parameters();
                self.put(") {").one(&["", "this(a);", "super();", "<T>super(b);"]);
                self.statements();
                self.put("}");
            }
            _ => {
                self.list(2, "", |g| {
                    g.one(&MODIFIERS);
                });
                self.one(&["", "", "<T> ", "<T extends A> "])
                    .one(&["void", "int", "List<T>", "T[]"])
                    .put(" ");
                self.name().put("(").one(&["", "", "Cart this, "]);
                self.parameters();
                self.put(")").one(&["", "", " throws E, F", "[]"]);
                if self.chance(5) {
                    self.put(";");
                } else {
                    self.put(" {");
                    self.statements();
                    self.put("}");
                }
            }
        }
    }

    fn variables(&mut self) {
        self.name().one(&["", "", "[]"]);
        if self.chance(2) {
            self.put(" = ");
            self.initial();
        }
        if self.chance(6) {
            self.put(", ").name();
        }
    }

    fn initial(&mut self) {
        if self.chance(5) {
            self.put("{");
            self.list(3, ", ", Self::expression);
            self.one(&["", ","]).put("}");
        } else {
            self.expression();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_files_can_be_read_without_a_loss() {
        let clean = |seed: u64| {
            let text = Grammar::file(&mut Random::new(seed));
            let path = refdiff::FilePath::from("F.java");
            let mut extractor = refdiff::lang::Languages::default().language_of(&path).unwrap().extractor();
            extractor.extract(&path, text.as_bytes()).losses.is_empty()
        };
        let read = (0..200).filter(|&seed| clean(seed)).count();
        assert!(read >= 60, "{read} of 200");
    }
}
