//! Writing files so that nothing is ever half written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::trouble::Trouble;

/// Writes a whole file: first beside it, then in its place.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    let beside = beside(path);
    let written = write_through(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of the attempt is in nobody's way if it cannot be removed.
        let _ = fs::remove_file(&beside);
        Trouble::file(path, error)
    })
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A journal that grows: what was appended is on the disk when the call returns.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
}

impl Growing {
    /// Opens a journal for appending, new or as it is.
    pub(crate) fn open(path: &Path) -> Result<Self, Trouble> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Self {
            path: path.to_owned(),
            file: file.map_err(|error| Trouble::file(path, error))?,
        })
    }

    /// Opens a journal whose first `whole` bytes are right; what comes after them is cut off, and a last line is ended.
    pub(crate) fn resume(path: &Path, text: &str, whole: usize) -> Result<Self, Trouble> {
        let mut growing = Self::open(path)?;
        let cut = growing.file.set_len(whole as u64);
        cut.map_err(|error| Trouble::file(path, error))?;
        if !text[..whole].ends_with('\n') {
            growing.append("\n")?;
        }
        Ok(growing)
    }

    /// Appends text and waits until it is on the disk.
    pub(crate) fn append(&mut self, text: &str) -> Result<(), Trouble> {
        if text.is_empty() {
            return Ok(());
        }
        let written = self.file.write_all(text.as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(|error| Trouble::file(&self.path, error))
    }
}
