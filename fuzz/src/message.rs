//! Whatever a client sends to a table.

use affray_server::protocol::{ClientMessage, examples};

/// A message is read or refused with what is wrong; what is read is written and read again as the same.
pub fn message(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(read) = ClientMessage::read(&text) else {
        return;
    };
    let written = serde_json::to_string(&read).expect("what was read is written");
    assert_eq!(ClientMessage::read(&written), Ok(read), "{written}");
}

/// One message of each kind.
pub(crate) fn messages() -> Vec<Vec<u8>> {
    let written = examples().into_iter();
    let written = written.map(|message| serde_json::to_vec(&message).expect("it is written"));
    written.collect()
}
