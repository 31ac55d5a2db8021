//! Input that was made to be slow: every case ends, finds what is there, and says where it was cut short.
//!
//! The cases run small with the other tests. In full size, with time and memory told:
//! `cargo test --release -p refdiff --test worst -- --ignored --nocapture --test-threads 1`
#![allow(clippy::unwrap_used)]

use refdiff::{Comparison, Options, SourceText, compare};
use std::time::Instant;

/// A case: what it is made of, how many times in full size, and how much less in the daily run.
struct Case {
    name: &'static str,
    full: usize,
    part: usize,
    make: fn(usize) -> (Vec<SourceText>, Vec<SourceText>),
    /// How many refactorings there are, by the size.
    found: fn(usize) -> usize,
}

fn one(text: impl Into<String>) -> Vec<SourceText> {
    vec![SourceText::new("A.java", text.into().into_bytes())]
}

fn repeated(times: usize, line: impl Fn(usize) -> String) -> String {
    (0..times).map(line).collect()
}

fn method(name: &str, number: usize) -> String {
    format!(
        "    int {name}(int[] v) {{\n        int s = {number};\n        for (int x : v) {{\n            s += x * {number};\n        }}\n        return s;\n    }}\n"
    )
}

const CASES: [Case; 20] = [
    Case {
        name: "a file of 200,000 lines",
        full: 28_600,
        part: 50,
        make: |n| {
            let file = |third: &str| {
                one(format!(
                    "class A {{\n{}}}\n",
                    repeated(n, |i| method(&if i == 3 { third.into() } else { format!("m{i}") }, i))
                ))
            };
            (file("old"), file("fresh"))
        },
        found: |_| 1,
    },
    Case {
        name: "a line of 50 MB",
        full: 50_000_000,
        part: 500,
        make: |n| {
            let file = |name: &str| {
                one(format!("class A {{ String s = \"{}\"; int {name}() {{ return 1; }} }}", "x".repeat(n)))
            };
            (file("m"), file("n"))
        },
        found: |_| 1,
    },
    Case {
        name: "100,000 methods in a type, all renamed",
        full: 100_000,
        part: 50,
        make: |n| {
            let file = |name: &str| {
                one(format!(
                    "class A {{\n{}}}\n",
                    repeated(n, |i| format!("int {name}{i}() {{ return {i}; }}\n"))
                ))
            };
            (file("m"), file("n"))
        },
        found: |n| n,
    },
    Case {
        name: "20,000 identical methods, all renamed",
        full: 20_000,
        part: 20,
        make: |n| {
            let file = |name: &str| {
                one(format!(
                    "class A {{\n{}}}\n",
                    repeated(n, |i| format!(
                        "int {name}{i}(int[] v) {{ int s = 0; for (int x : v) {{ s += x * 31; }} log(s); return s; }}\n"
                    ))
                ))
            };
            (file("m"), file("n"))
        },
        found: |n| n,
    },
    Case {
        name: "10,000 moved files",
        full: 10_000,
        part: 20,
        make: |n| {
            let files = |package: &str| -> Vec<SourceText> {
                (0..n)
                    .map(|i| {
                        let text = format!(
                            "package {package};\n\nclass C{i} {{\n    int f{i};\n{}}}\n",
                            method(&format!("m{i}"), i)
                        );
                        SourceText::new(format!("src/{package}/C{i}.java").as_str(), text.into_bytes())
                    })
                    .collect()
            };
            (files("old"), files("fresh"))
        },
        found: |n| n + 1,
    },
    Case {
        name: "brackets 100,000 deep",
        full: 100_000,
        part: 10,
        make: |n| {
            let file = |name: &str| {
                one(format!("class A {{ int {name}() {{ return {}1{}; }} }}", "(".repeat(n), ")".repeat(n)))
            };
            (file("m"), file("n"))
        },
        found: |_| 1,
    },
    Case {
        name: "blocks 100,000 deep",
        full: 100_000,
        part: 10,
        make: |n| {
            let file = |name: &str| {
                one(format!("class A {{ void {name}() {{ {}{} }} }}", "{".repeat(n), "}".repeat(n)))
            };
            (file("m"), file("n"))
        },
        found: |_| 1,
    },
    Case {
        name: "types 100,000 deep",
        full: 100_000,
        part: 10,
        make: |n| {
            let file = |inside: &str| one(format!("{}{inside}{}", "class A {".repeat(n), "}".repeat(n)));
            (file(""), file(" int x; "))
        },
        found: |_| 0,
    },
    Case {
        name: "a million tokens of one kind",
        full: 500_000,
        part: 50,
        make: |n| {
            let file =
                |name: &str| one(format!("class A {{ int {name}() {{ return 1{}; }} }}", " + 1".repeat(n)));
            (file("m"), file("n"))
        },
        found: |_| 1,
    },
    Case {
        name: "250,000 equal statements",
        full: 250_000,
        part: 50,
        make: |n| {
            let file = |name: &str| one(format!("class A {{ void {name}() {{ {} }} }}", "f(); ".repeat(n)));
            (file("m"), file("n"))
        },
        found: |_| 1,
    },
    Case {
        name: "names of 1 MB",
        full: 1_000_000,
        part: 10,
        make: |n| {
            let file = |end: &str| {
                let name = "n".repeat(n) + end;
                one(format!("class A {{ int {name}() {{ return 1 + 2; }} int k() {{ return {name}(); }} }}"))
            };
            (file(""), file("x"))
        },
        found: |_| 1,
    },
    Case {
        name: "20,000 renamed fields that nothing uses",
        full: 20_000,
        part: 20,
        make: |n| {
            let file =
                |name: &str| one(format!("class A {{\n{}}}\n", repeated(n, |i| format!("int {name}{i};\n"))));
            (file("m"), file("n"))
        },
        found: |_| 0,
    },
    Case {
        name: "3,000 equal extractions",
        full: 3_000,
        part: 15,
        make: |n| {
            let body = "int s = 0; s += read(); s *= 31; log(s);";
            let before = repeated(n, |i| format!("void o{i}() {{ open(); {body} close(); }}\n"));
            let after = repeated(n, |i| {
                format!("void o{i}() {{ open(); x{i}(); close(); }}\nvoid x{i}() {{ {body} }}\n")
            });
            (one(format!("class A {{\n{before}}}\n")), one(format!("class A {{\n{after}}}\n")))
        },
        found: |n| n,
    },
    Case {
        name: "large new methods called by a large rewritten one",
        full: 600,
        part: 12,
        make: |n| {
            let statement = |seed: usize, i: usize| {
                let words = repeated(60, |k| {
                    format!("w{}.g(w{}), ", (seed + i * 7 + k * 13) % 61, (seed * i + k) % 61)
                });
                format!("        f({words} 1);\n")
            };
            let body = |seed: usize, size: usize| repeated(size, |i| statement(seed, i));
            let before = one(format!("class A {{\n    void host() {{\n{}    }}\n}}\n", body(1, n)));
            let calls = repeated(6, |i| format!("        n{i}();\n").repeat(4));
            let callees = repeated(6, |i| format!("    void n{i}() {{\n{}    }}\n", body(i + 3, n / 2)));
            let host = format!("    void host() {{\n{}{calls}    }}\n", body(2, n));
            (before, one(format!("class A {{\n{host}{callees}}}\n")))
        },
        found: |_| 0,
    },
    Case {
        name: "a table of one constant",
        full: 20_000,
        part: 20,
        make: |n| {
            let file = |name: &str| {
                let entries = repeated(n, |_| format!("{name}, "));
                one(format!(
                    "class A {{ static final int {name} = 1; static final int[] T = {{{entries}}}; }}"
                ))
            };
            (file("OLD"), file("FRESH"))
        },
        // A longer statement says nothing of the fields in it.
        found: |n| usize::from(n < 2_000),
    },
    Case {
        name: "type arguments nested 40,000 deep",
        full: 40_000,
        part: 50,
        make: |n| {
            let file = |name: &str| {
                let ty = format!("{}X{}", "List<".repeat(n), ">".repeat(n));
                one(format!("class A {{ {ty} f; int {name}(int a) {{ return a * 3 + 7; }} }}"))
            };
            (file("m"), file("n"))
        },
        found: |_| 1,
    },
    Case {
        name: "20,000 classes inside each other",
        full: 20_000,
        part: 50,
        make: |n| {
            let file = |name: &str| {
                let inner = format!("{}{}", "class I { ".repeat(n), "}".repeat(n));
                one(format!("class A {{ int {name}(int a) {{ return a * 3 + 7; }} {inner} }}"))
            };
            (file("m"), file("n"))
        },
        found: |_| 0,
    },
    Case {
        name: "20,000 conditions in one method, each turned round",
        full: 20_000,
        part: 100,
        make: |n| {
            let file = |sign: &str| {
                let all = repeated(n, |i| format!("if (a {sign} {i}) {{ b += {i}; }} else {{ c(b); }}\n"));
                one(format!("class A {{ int m(int a, int b) {{\n{all}return b; }} }}"))
            };
            (file("=="), file("!="))
        },
        found: |_| 0,
    },
    Case {
        name: "3,000 methods that pass on, and 3,000 that call them",
        full: 3_000,
        part: 30,
        make: |n| {
            let file = |passes: bool| {
                let own = repeated(n, |i| format!("D{i} d{i}; D{i} d{i}() {{ return d{i}; }}\n"));
                let pass = repeated(n, |i| format!("void run(X{i} x) {{ d{i}.run(x); }}\n"));
                let ways = repeated(n, |i| {
                    let call = if passes { "a.run(x);".to_owned() } else { format!("a.d{i}().run(x);") };
                    format!("void m{i}(A a, X{i} x) {{ log({i}); {call} }}\n")
                });
                one(format!("class A {{\n{own}{}}} class B {{\n{ways}}}", if passes { &pass } else { "" }))
            };
            (file(false), file(true))
        },
        found: |n| n,
    },
    Case {
        name: "2,000 new subtypes that do nothing, and 2,000 checks less",
        full: 2_000,
        part: 20,
        make: |n| {
            let file = |late: bool| {
                let types = repeated(n, |i| format!("class N{i} extends S {{ void go() {{ }} }}\n"));
                let uses = repeated(n, |i| match late {
                    true => format!("void m{i}(S s) {{ s.go(); log({i}); }}\n"),
                    false => format!("void m{i}(S s) {{ if (s != null) {{ s.go(); }} log({i}); }}\n"),
                });
                let types = if late { &types } else { "" };
                one(format!("class S {{ void go() {{ work(); }} }}\n{types}class B {{\n{uses}}}"))
            };
            (file(false), file(true))
        },
        found: |_| 0,
    },
];

fn run(case: &Case, size: usize) -> Comparison {
    let (before, after) = (case.make)(size);
    let comparison = compare(&before, &after, &Options::default()).unwrap();
    assert_eq!(comparison.refactorings().len(), (case.found)(size), "{}", case.name);
    let residual = comparison.residual(&[]);
    assert!(residual.explained_lines <= residual.changed_lines);
    comparison
}

#[test]
fn every_case_ends() {
    for case in &CASES {
        let comparison = run(case, case.full / case.part);
        assert!(comparison.incomplete().len() <= 2, "{}: {:?}", case.name, comparison.incomplete());
    }
}

#[test]
#[ignore = "takes a minute; see above"]
fn every_case_ends_in_full_size() {
    let mut cut = 0;
    for case in &CASES {
        let start = Instant::now();
        let comparison = run(case, case.full);
        println!("{}: {:.1} s {:?}", case.name, start.elapsed().as_secs_f64(), comparison.incomplete());
        assert!(start.elapsed().as_secs() < 5, "{}", case.name);
        cut += usize::from(!comparison.incomplete().is_empty());
    }
    assert!(cut <= 3, "{cut} cases were cut short");
}

#[test]
fn what_was_cut_short_is_told_and_the_rest_is_found() {
    let identical = &CASES[3];
    let comparison = run(identical, 1_000);
    let reasons: Vec<&str> = comparison.incomplete().iter().map(|i| i.reason.as_str()).collect();
    assert!(reasons.iter().any(|r| r.starts_with("too many candidates for Rename Method")), "{reasons:?}");
    assert!(comparison.incomplete().iter().all(|i| i.file == "A.java"));
}

#[test]
fn time_can_run_out() {
    let (before, after) = (CASES[2].make)(5_000);
    let mut options = Options::default();
    options.timeout = Some(std::time::Duration::from_millis(1));
    let error = compare(&before, &after, &options).unwrap_err();
    assert_eq!(error.to_string(), "it took longer than 0.001 s");
}

/// Errors are counted, and cost no more than what they stand in.
#[test]
fn text_that_is_no_program_ends() {
    let text = |step: usize| {
        one(repeated(2_000, |i| {
            let signs = (0..80).map(|k| char::from(33 + ((i * step + k * k * 31 + k * i) % 90) as u8));
            signs.chain(['\n']).collect()
        }))
    };
    let start = Instant::now();
    let comparison = compare(&text(7), &text(11), &Options::default()).unwrap();
    assert!(!comparison.incomplete().is_empty());
    assert!(start.elapsed().as_secs() < 20);
}
