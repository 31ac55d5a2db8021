//! Compares one commit with its parent, for walks that need it only in some places.

use super::{Changes, Endpoint, Handle, ObjectId};
use crate::compare::{Comparer, SourceText};
use crate::error::{Error, Result};
use crate::report::{Comparison, Incomplete};

impl Handle {
    /// Compares the changed files of a commit; `None` if that takes too long. What is lost is added to `incomplete`.
    pub(crate) fn compared(
        &self,
        comparer: &mut Comparer,
        commit: ObjectId,
        changes: &Changes,
        incomplete: &mut Vec<Incomplete>,
    ) -> Result<Option<Comparison>> {
        let (mut before, mut after): (Vec<SourceText>, Vec<SourceText>) = Default::default();
        for file in changes.files.iter().filter(|f| f.before != f.after) {
            for (content, texts) in [(&file.before, &mut before), (&file.after, &mut after)] {
                let Some(content) = content else { continue };
                match self.read(content) {
                    Ok(text) => texts.push(SourceText { path: file.path.clone(), text }),
                    Err(lost) => {
                        let file = format!("{commit}: {}", file.path);
                        incomplete.push(Incomplete { file, reason: lost.0 });
                    }
                }
            }
        }
        let mut surroundings = self.surroundings(Endpoint::Tree(commit));
        match comparer.compare_among(&before, &after, &mut surroundings) {
            Ok(comparison) => Ok(Some(comparison)),
            Err(error @ Error::TimedOut { .. }) => {
                incomplete.push(Incomplete { file: commit.to_string(), reason: error.to_string() });
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
