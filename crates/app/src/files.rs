//! Writing files so that nothing is ever half written.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

use affray_kernel::journal::{JournalError, heading};

use crate::interrupt;
use crate::trouble::Trouble;

/// Writes a whole file: first beside it, then in its place. A journal that is being played is never replaced.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    // To read from a pipe is to wait for whoever writes into it.
    if path.is_file()
        && let Ok(present) = File::open(path)
    {
        lock(&present, path)?;
    }
    let mut file = Replacing::create(path)?;
    file.write(text)?;
    file.finish()
}

/// Refuses the place of a journal that begins so, before it is played, where another fight or something else stands there; `hint` says what
/// to do then.
pub(crate) fn free_for_journal(path: &Path, begun: &str, hint: &str) -> Result<(), Trouble> {
    let present = present(path)?;
    if present.starts_with(begun) || begun.starts_with(&present) {
        return Ok(());
    }
    Err(in_the_way(path, &present, hint))
}

/// Writes a journal where nothing else stands than a part of it; `hint` says what to do where something does.
pub(crate) fn write_journal(path: &Path, text: &str, hint: &str) -> Result<(), Trouble> {
    let present = present(path)?;
    if text.starts_with(&present) {
        return write(path, text);
    }
    if present.starts_with(text) {
        let path = path.display();
        let message = format!("{path} holds more of this fight already: {hint}");
        return Err(Trouble::Input(message));
    }
    Err(in_the_way(path, &present, hint))
}

/// What a file holds that nobody is writing; nothing where there is none.
fn present(path: &Path) -> Result<String, Trouble> {
    // What is no file, such as a pipe, holds nothing that could be lost.
    if !path.is_file() {
        return Ok(String::new());
    }
    let failed = |error| Trouble::file(path, error);
    let mut file = File::open(path).map_err(failed)?;
    lock(&file, path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(unmarked(text).0)
}

fn in_the_way(path: &Path, present: &str, hint: &str) -> Trouble {
    let holds = if is_journal(present) {
        "holds another fight"
    } else {
        "is there already and is no journal"
    };
    Trouble::Input(format!("{} {holds}: {hint}", path.display()))
}

/// The longest beginning of a file that is looked at.
const BEGINNING_MAX: u64 = 1024 * 1024;

/// Refuses a place for something else than a journal where one stands.
pub(crate) fn holds_no_journal(path: &Path) -> Result<(), Trouble> {
    if !path.is_file() {
        return Ok(());
    }
    let Ok(file) = File::open(path) else {
        return Ok(());
    };
    let mut bytes = Vec::new();
    let mut beginning = BufReader::new(file.take(BEGINNING_MAX));
    // What cannot be read is none.
    let _ = beginning.read_until(b'\n', &mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if !is_journal(&unmarked(text).0) {
        return Ok(());
    }
    let path = path.display();
    Err(Trouble::Input(format!(
        "{path} is the journal of a fight: write this elsewhere"
    )))
}

/// Whether a text is a journal, of whichever version.
pub(crate) fn is_journal(text: &str) -> bool {
    matches!(heading(text), Ok(_) | Err(JournalError::Version { .. }))
}

/// Files that are begun and not whole yet: they are removed where the program ends before they are.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn begun() -> MutexGuard<'static, Vec<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file that is begun and not whole, because the program ends at once.
pub(crate) fn abandon() {
    for path in begun().drain(..) {
        // What is left is in nobody's way if it cannot be removed.
        let _ = fs::remove_file(path);
    }
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

/// Takes a file for this program alone, until it is closed.
fn lock(file: &File, path: &Path) -> Result<(), Trouble> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Trouble::InUse(path.to_owned())),
        // Where files cannot be locked, nothing is better than no play at all.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(Trouble::file(path, error)),
    }
}

/// A file that is written piece by piece beside its place, and put there when it is whole; what is left unfinished is removed. A link goes on
/// leading where it did, and who may read the file stays as it was. Pipes and devices cannot be replaced: they are written into.
pub(crate) struct Replacing {
    path: PathBuf,
    /// Where it is written until it is whole, and where it goes then; `None` where it is written in its place.
    moves: Option<(PathBuf, PathBuf)>,
    file: BufWriter<File>,
    is_whole: bool,
}

impl Replacing {
    /// Begins the file, so that it is known at once whether it can be written.
    pub(crate) fn create(path: &Path) -> Result<Self, Trouble> {
        let failed = |error| Trouble::file(path, error);
        interrupt::listen();
        let (moves, file) = match path.metadata() {
            Ok(present) if present.is_dir() => {
                return Err(failed(io::ErrorKind::IsADirectory.into()));
            }
            Ok(present) if !present.is_file() => {
                let file = OpenOptions::new().write(true).open(path);
                (None, file.map_err(failed)?)
            }
            present => {
                let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let beside = beside(&place);
                begun().push(beside.clone());
                let file = create_like(&beside, present.ok()).map_err(|error| {
                    begun().retain(|begun| *begun != beside);
                    // What was begun, if anything was, is in nobody's way if it cannot be removed.
                    let _ = fs::remove_file(&beside);
                    failed(error)
                })?;
                (Some((beside, place)), file)
            }
        };
        Ok(Self {
            path: path.to_owned(),
            moves,
            file: BufWriter::new(file),
            is_whole: false,
        })
    }

    /// Writes more of it.
    pub(crate) fn write(&mut self, more: impl AsRef<[u8]>) -> Result<(), Trouble> {
        let written = self.file.write_all(more.as_ref());
        written.map_err(|error| Trouble::file(&self.path, error))
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Trouble> {
        let placed = self.place();
        placed.map_err(|error| Trouble::file(&self.path, error))?;
        self.is_whole = true;
        Ok(())
    }

    fn place(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((beside, place)) = &self.moves {
            self.file.get_ref().sync_all()?;
            fs::rename(beside, place)?;
        }
        Ok(())
    }
}

/// A new file that those may read and write who may do so with the one that it will replace.
fn create_like(path: &Path, present: Option<fs::Metadata>) -> io::Result<File> {
    let file = File::create(path)?;
    if let Some(present) = present {
        file.set_permissions(present.permissions())?;
    }
    Ok(file)
}

impl Drop for Replacing {
    fn drop(&mut self) {
        let Some((beside, _)) = &self.moves else {
            return;
        };
        if !self.is_whole {
            // What is left of the attempt is in nobody's way if it cannot be removed.
            let _ = fs::remove_file(beside);
        }
        begun().retain(|begun| begun != beside);
    }
}

/// What some editors put before a text.
const MARK: char = '\u{feff}';

/// A text without that mark, and how many bytes the mark took.
pub(crate) fn unmarked(mut text: String) -> (String, usize) {
    if !text.starts_with(MARK) {
        return (text, 0);
    }
    text.drain(..MARK.len_utf8());
    (text, MARK.len_utf8())
}

/// A journal as a text, without a letter at its end that was cut in the middle as the last line was, and without the mark before it, of
/// which it says how many bytes it took.
pub(crate) fn journal_text(bytes: Vec<u8>, path: &Path) -> Result<(String, usize), Trouble> {
    let whole = |error: FromUtf8Error| {
        let (is_cut, whole) = {
            let error = error.utf8_error();
            (error.error_len().is_none(), error.valid_up_to())
        };
        let mut bytes = error.into_bytes();
        bytes.truncate(whole);
        is_cut.then(|| String::from_utf8(bytes).ok()).flatten()
    };
    let text = String::from_utf8(bytes).map_or_else(whole, Some);
    text.map(unmarked).ok_or_else(|| {
        let message = format!("{}: this is no journal: it is no text", path.display());
        Trouble::Input(message)
    })
}

/// A journal that grows: what was appended is on the disk when the call returns.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
    /// How many bytes stand before the text.
    mark: usize,
}

impl Growing {
    /// Opens a journal for this program alone, and gives what stands in it; a new one is empty.
    pub(crate) fn open(path: &Path) -> Result<(Self, String), Trouble> {
        let failed = |error| Trouble::file(path, error);
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(path);
        let mut file = file.map_err(failed)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (text, mark) = journal_text(bytes, path)?;
        let path = path.to_owned();
        Ok((Self { path, file, mark }, text))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the first `whole` bytes of the text in the journal, which are right; what comes after them is cut off, and a last line is ended.
    pub(crate) fn keep(&mut self, text: &str, whole: usize) -> Result<(), Trouble> {
        // Of a text that is not kept the mark goes as well.
        let before = if whole > 0 { self.mark } else { 0 };
        let cut = self.file.set_len((before + whole) as u64);
        cut.map_err(|error| Trouble::file(&self.path, error))?;
        if whole > 0 && !text[..whole].ends_with('\n') {
            self.append("\n")?;
        }
        Ok(())
    }

    /// What stands in the journal.
    pub(crate) fn text(&self) -> Result<String, Trouble> {
        let text = fs::read_to_string(&self.path);
        let text = text.map_err(|error| Trouble::file(&self.path, error))?;
        Ok(unmarked(text).0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_was_cut_is_left_out_of_a_journal_and_what_is_no_text_is_none() {
        let read = |bytes: &[u8]| {
            let read = journal_text(bytes.to_vec(), Path::new("fight.jsonl"));
            read.ok().map(|(text, _)| text)
        };
        let text = "{\"n\":\"é";
        let cut = &text.as_bytes()[..text.len() - 1];
        assert_eq!(read(text.as_bytes()).as_deref(), Some(text));
        assert_eq!(read(cut).as_deref(), Some("{\"n\":\""));
        assert_eq!(read(b"\xff\n"), None);
        assert_eq!(read(b"\xef\xbb\xbf{}\n").as_deref(), Some("{}\n"));
    }
}
