//! Running the program as people do.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the program came to.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.out
    }
}

pub(crate) fn affray_in(folder: &Path, args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("an input").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().expect("it is not killed"),
        out: String::from_utf8(output.stdout).expect("plain text"),
        err: String::from_utf8(output.stderr).expect("plain text"),
    }
}

pub(crate) fn affray(args: &[&str]) -> Run {
    affray_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, b"")
}

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn put(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a writable folder");
    path.display().to_string()
}
