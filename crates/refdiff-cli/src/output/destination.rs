//! Where results go: standard output, a pager, or a file that is whole or not there at all.

use super::pager;
use crate::args::Format;
use crate::settings::Presentation;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Child;

/// Somewhere to write.
pub struct Destination {
    out: Option<Box<dyn Write + Send>>,
    pending: Option<(tempfile::TempPath, PathBuf)>,
    pager: Option<Child>,
}

impl Destination {
    /// Where a presentation goes.
    pub fn new(presentation: &Presentation) -> Result<Self> {
        let text = presentation.format == Format::Text;
        if presentation.output.is_none()
            && text
            && presentation.pager
            && std::io::stdout().is_terminal()
            && let Some((child, pipe)) = pager::start()
        {
            // Colours as the terminal behind it takes them.
            let choice = AutoStream::choice(&std::io::stdout());
            let out: Box<dyn Write + Send> = Box::new(BufWriter::new(AutoStream::new(pipe, choice)));
            return Ok(Destination { out: Some(out), pending: None, pager: Some(child) });
        }
        Self::plain(presentation.output.as_deref())
    }

    /// Standard output, or a file, for text.
    pub fn plain(file: Option<&Path>) -> Result<Self> {
        match file {
            Some(path) => Self::file(path, stripped),
            None => Ok(Self::straight(Box::new(BufWriter::new(anstream::stdout())))),
        }
    }

    /// Standard output, or a file, for bytes that are no text.
    #[cfg(feature = "arrow")]
    pub fn binary(file: Option<&Path>) -> Result<Self> {
        match file {
            Some(path) => Self::file(path, |file| Box::new(BufWriter::new(file))),
            None if std::io::stdout().is_terminal() => {
                anyhow::bail!("this is no text for a terminal; write it to a file with -o")
            }
            None => Ok(Self::straight(Box::new(BufWriter::new(std::io::stdout())))),
        }
    }

    fn straight(out: Box<dyn Write + Send>) -> Self {
        Destination { out: Some(out), pending: None, pager: None }
    }

    fn file(path: &Path, writer: fn(File) -> Box<dyn Write + Send>) -> Result<Self> {
        let named = || format!("cannot write '{}'", path.display());
        // A pipe or device is written as it is; anything else is put in place when all is there.
        let special = std::fs::metadata(path).is_ok_and(|m| !m.is_file());
        if special {
            return Ok(Self::straight(writer(File::options().write(true).open(path).with_context(named)?)));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (file, temporary) = tempfile::Builder::new()
            .prefix(".refdiff-")
            .tempfile_in(folder)
            .with_context(named)?
            .into_parts();
        let pending = Some((temporary, path.to_owned()));
        Ok(Destination { out: Some(writer(file)), pending, pager: None })
    }

    /// Whether a pager shows it.
    pub fn is_paged(&self) -> bool {
        self.pager.is_some()
    }

    /// Writes what is left, and puts the file in its place.
    pub fn finish(mut self) -> Result<()> {
        let flushed = self.out.take().map_or(Ok(()), |mut out| out.flush());
        if let Some(mut child) = self.pager.take() {
            let _ = child.wait();
        }
        flushed?;
        if let Some((temporary, path)) = self.pending.take() {
            keep_mode(&temporary, &path);
            temporary.persist(&path).with_context(|| format!("cannot write '{}'", path.display()))?;
        }
        Ok(())
    }
}

/// A file has no colours.
fn stripped(file: File) -> Box<dyn Write + Send> {
    Box::new(BufWriter::new(AutoStream::new(file, ColorChoice::Never)))
}

/// A temporary file is its owner's alone: the result gets the mode that any new file would have, or that of the file that
/// it replaces.
fn keep_mode(temporary: &Path, path: &Path) {
    let mode = std::fs::metadata(path).map(|m| m.permissions()).ok();
    #[cfg(unix)]
    let mode = mode.or_else(|| {
        use std::os::unix::fs::PermissionsExt;
        Some(std::fs::Permissions::from_mode(0o644))
    });
    if let Some(mode) = mode {
        // Where this fails the file is still written, for its owner.
        let _ = std::fs::set_permissions(temporary, mode);
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.as_mut().map_or(Ok(bytes.len()), |out| out.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.flush())
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        drop(self.out.take());
        if let Some(mut child) = self.pager.take() {
            let _ = child.wait();
        }
    }
}
