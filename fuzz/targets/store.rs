//! A repository with damaged files: everything that can still be read is reported, and the rest is an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use refdiff::ReportOptions;
use refdiff::git::{Endpoint, Merges, Repository, Walk};
use refdiff_fuzz::damage::Template;
use std::sync::OnceLock;

static TEMPLATE: OnceLock<Template> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let template = TEMPLATE.get_or_init(Template::new);
    let Some(_damaged) = template.damage(data) else { return };
    let Ok(repository) = Repository::open(template.path()) else { return };
    let mut options = ReportOptions::default();
    options.residual = true;
    options.max_file_size = Some(1 << 20);
    let walk = Walk { all: true, merges: Merges::With, ..Walk::default() };
    if let Ok(commits) = repository.commits(&walk) {
        let commits: Vec<_> = commits.into_iter().flatten().collect();
        let mut reported = 0;
        repository.compare_commits(&commits, 1, &options, |id, report| {
            reported += 1;
            if let Ok(report) = report {
                assert_eq!(report.commit, Some(id.to_string()));
            }
            true
        });
        assert_eq!(reported, commits.len(), "a commit was passed over in silence");
    }
    if let Ok(head) = repository.head_or_nothing() {
        let (index, tree) = (Endpoint::Index, Endpoint::WorkTree { untracked: true });
        let _ = repository.compare_endpoints(Endpoint::Tree(head), index, &options);
        let _ = repository.compare_endpoints(index, tree, &options);
    }
    for text in ["HEAD~2", "main@{1}", "v1^{tree}", ":/second"] {
        let _ = repository.revision(text);
    }
});
