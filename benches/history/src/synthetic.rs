//! Synthetic input: how cost grows with size, and what single steps cost.

use anyhow::Result;
use cpu_time::ProcessTime;
use refdiff::lang::{Languages, UnitStore};
use refdiff::{Options, SourceText, compare};
use std::sync::Arc;
use std::time::Duration;

/// How cost grows from a commit of 1,000 to one of 10,000, and what single steps cost.
pub fn run() -> Result<()> {
    println!("growth (CPU time; n log n grows by 13.3 from 1,000 to 10,000, by 14.3 from 200 to 2,000)");
    growth("files moved to another folder", [1_000, 10_000], moved_files)?;
    growth("methods renamed in one type", [200, 2_000], renamed_methods)?;
    growth("methods renamed, 20 in a type", [1_000, 10_000], renamed_in_types)?;
    println!("single steps");
    steps()
}

type Sides = (Vec<SourceText>, Vec<SourceText>);

fn growth(what: &str, sizes: [usize; 2], make: fn(usize) -> Sides) -> Result<()> {
    let mut times = Vec::new();
    for size in sizes {
        let (before, after) = make(size);
        let start = ProcessTime::now();
        let found = compare(&before, &after, &Options::default())?.refactorings().len();
        times.push(start.elapsed());
        println!("  {size:6} {what}: {found} found, {:.2} s", start.elapsed().as_secs_f64());
    }
    println!("         grew by {:.1}", times[1].as_secs_f64() / times[0].as_secs_f64());
    Ok(())
}

/// A unique body that shares words with all others.
fn body(i: usize) -> String {
    format!(
        "int total{i} = seed + {i};\n        for (int value : values) {{\n            total{i} += value * {};\n        \
         }}\n        log(\"total {i}\", total{i});\n        return total{i};",
        i % 97
    )
}

fn method(name: &str, i: usize) -> String {
    format!("    int {name}(int[] values) {{\n        {}\n    }}\n", body(i))
}

fn file(folder: &str, package: &str, name: &str, methods: &str) -> SourceText {
    let text = format!("package {package};\n\npublic class {name} {{\n    private int seed;\n{methods}}}\n");
    SourceText::new(format!("{folder}/{}/{name}.java", package.replace('.', "/")).as_str(), text.into_bytes())
}

fn moved_files(n: usize) -> Sides {
    let side = |package: &str| -> Vec<SourceText> {
        (0..n).map(|i| file("src", package, &format!("Type{i}"), &method("run", i))).collect()
    };
    (side("old.place"), side("new.place"))
}

fn renamed_methods(n: usize) -> Sides {
    let side = |prefix: &str| {
        let methods: String = (0..n).map(|i| method(&format!("{prefix}{i}"), i)).collect();
        vec![file("src", "one", "Large", &methods)]
    };
    (side("compute"), side("evaluate"))
}

fn renamed_in_types(n: usize) -> Sides {
    let side = |prefix: &str| -> Vec<SourceText> {
        let types = (0..n / 20).map(|t| {
            let methods: String = (0..20).map(|m| method(&format!("{prefix}{m}"), t * 20 + m)).collect();
            file("src", "many", &format!("Type{t}"), &methods)
        });
        types.collect()
    };
    (side("compute"), side("evaluate"))
}

/// CPU time of an action, repeated until it is measurable.
fn timed(mut work: impl FnMut()) -> Duration {
    let mut times = 1u32;
    loop {
        let start = ProcessTime::now();
        (0..times).for_each(|_| work());
        let elapsed = start.elapsed();
        if elapsed > Duration::from_millis(300) {
            return elapsed / times;
        }
        times *= 2;
    }
}

fn steps() -> Result<()> {
    let methods: String = (0..400).map(|i| method(&format!("run{i}"), i)).collect();
    let source = file("src", "steps", "Steps", &methods);
    let rate = |time: Duration| source.text.len() as f64 / 1e6 / time.as_secs_f64();
    let Some(language) = Languages::default().language_of(&source.path) else { return Ok(()) };
    let mut extractor = language.extractor();
    let whole = timed(|| drop(extractor.extract(&source.path, &source.text)));
    println!("  extraction of a whole file        {:8.1} MB/s", rate(whole));
    let store = UnitStore::new(64 << 20);
    let mut number = 0;
    // Another comment at the end makes it another file whose members are all known.
    let scan = timed(|| {
        number += 1;
        let mut text = source.text.to_vec();
        text.extend_from_slice(format!("// {number}\n").as_bytes());
        drop(extractor.extract_with(&source.path, &text, &store));
    });
    println!("  scan, members known               {:8.1} MB/s", rate(scan));
    let again = timed(|| drop(extractor.extract_with(&source.path, &source.text, &store)));
    println!("  the very file known               {:8.1} MB/s", rate(again));
    let mut options = Options::default();
    options.store = Some(Arc::new(UnitStore::new(64 << 20)));
    for (what, sides) in [
        ("index and matching, 400 methods renamed", renamed_methods(400)),
        ("matching, nothing renamed, one new method", {
            let more = methods.clone() + &method("more", 4_000);
            (vec![source.clone()], vec![file("src", "steps", "Steps", &more)])
        }),
    ] {
        compare(&sides.0, &sides.1, &options)?;
        let time = timed(|| drop(compare(&sides.0, &sides.1, &options)));
        println!("  {what}: {:.2} ms", time.as_secs_f64() * 1e3);
    }
    Ok(())
}
