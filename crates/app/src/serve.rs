//! `affray serve`, and `affray` without any command: the table in the browser.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use affray_server::Options;

use crate::input::Input;
use crate::screen::{Color, Stream};
use crate::trouble::Trouble;

/// Game master and players open the page in their browsers and share links. Everything is kept in a database as it happens.
///
/// The server writes warnings and faults of its own; with AFFRAY_LOG=info, or --log-json, also when it begins and ends, which tables and links are
/// made and removed. AFFRAY_LOG takes a level (error, warn, info, debug, trace), or one for each part of the program.
#[derive(PartialEq, clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; 0.0.0.0 lets others of the network in.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port to listen on; 0 takes one that is free.
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// The folder of the database; without it, one of your own for data of programs.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The server's own log as JSON, a line each, of the level `info` where AFFRAY_LOG names none.
    #[arg(long)]
    log_json: bool,
}

impl Default for Args {
    fn default() -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            data: None,
            log_json: false,
        }
    }
}

pub(crate) fn run(args: &Args, input: Input, color: Color) -> Result<ExitCode, Trouble> {
    log(args.log_json, color);
    let data = match &args.data {
        Some(data) => data.clone(),
        None => own_folder()?,
    };
    let options = Options {
        address: SocketAddr::new(args.host, args.port),
        data: data.clone(),
        library: input.library,
    };
    affray_server::run(options, |address| {
        let kept = data.display();
        let ready =
            format!("The table is at http://{address}\nFights are kept in {kept}. Ctrl-C ends.\n");
        // Nobody may be left to read it; the table is served all the same.
        let _ = io::stdout().write_all(ready.as_bytes());
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The folder for data of programs, as the system has it.
fn own_folder() -> Result<PathBuf, Trouble> {
    let folders = directories::ProjectDirs::from("", "", "affray");
    let folder = folders.map(|folders| folders.data_dir().to_owned());
    folder.ok_or_else(|| {
        Trouble::Input(
            "there is no home folder here; say where to keep fights: --data DIR".to_owned(),
        )
    })
}

/// What is written of the server's own doings, by the variable `AFFRAY_LOG`; secrets of links are in none of it.
fn log(as_json: bool, color: Color) {
    use tracing_subscriber::EnvFilter;
    // Whoever has it as JSON keeps it; at the terminal of a game master it is in the way.
    let level = if as_json { "info,sqlx=warn" } else { "warn" };
    let filter = EnvFilter::try_from_env("AFFRAY_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(color.applies(Stream::Error))
        .with_writer(io::stderr);
    if as_json {
        log.json().init();
    } else {
        log.init();
    }
}
