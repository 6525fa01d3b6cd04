//! `temper studio`: the page in the browser that shows and edits profiles.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::cli::command_line;
use temperament_engine::profile::{CHAMPION, Library, is_name, is_path};
use temperament_engine::search::return_freed_blocks;
use temperament_matches::setup::FileArg;
use temperament_studio::Studio;
use temperament_studio::server::Server;

/// Port without `--port`, if it is free: the address stays the same, so the page finds its unsaved changes again.
const PORT: u16 = 8437;

/// Arguments of `temper studio`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile to show first, a name or a path; the other profiles of its folder can be chosen too
    #[arg(value_name = "NAME|PATH")]
    profile: Option<FileArg>,
    /// Port on 127.0.0.1 (default: 8437, or a free one if it is in use; 0: a free one)
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl Args {
    /// The folder of a profile given by its path: it is searched first.
    pub fn folder(&self) -> Option<PathBuf> {
        let path = Path::new(self.profile.as_ref().filter(|profile| is_path(profile))?);
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        Some(parent.unwrap_or(Path::new(".")).to_owned())
    }
}

/// Runs the command until it is interrupted.
///
/// # Errors
/// If the profile does not exist, or the port is in use.
pub fn run(args: &Args, library: Library) -> anyhow::Result<()> {
    let first = match &args.profile {
        None => CHAMPION.to_owned(),
        Some(profile) => name_of(profile, &library)?,
    };
    return_freed_blocks();
    let server = bind(args.port)?;
    let url = server.url();
    writeln!(io::stdout(), "{url}")?;
    io::stdout().flush()?;
    if !args.no_open {
        open(&url);
    }
    complain!("The address works on this machine only. Ctrl-C ends the studio.");
    let program = command_line::program().context("cannot find the own program")?;
    server.run(Arc::new(Studio::new(library, &first).with_program(program))).context("the studio cannot run")
}

/// The name of a profile given by name or by path.
fn name_of(profile: &FileArg, library: &Library) -> anyhow::Result<String> {
    let path: &Path = profile.as_ref();
    let name = if is_path(profile) { path.file_stem().unwrap_or_default() } else { path.as_os_str() };
    let name = name.to_string_lossy().into_owned();
    if is_path(profile) && !path.is_file() {
        bail!("there is no file {profile}; `temper profile new NAME` makes one");
    }
    if is_path(profile) && !is_name(&name) {
        bail!("the studio finds profiles by name: the file name may have letters, digits, `-` and `_` only");
    }
    library.source(&name).map_err(|error| temperament_matches::setup::load_error(profile, &error))?;
    Ok(name)
}

fn bind(port: Option<u16>) -> anyhow::Result<Server> {
    match (port, Server::bind(port.unwrap_or(PORT))) {
        (None, Err(error)) if error.kind() == ErrorKind::AddrInUse => {
            complain!("The port {PORT} is in use; taking another one.");
            Server::bind(0).context("no port is free")
        }
        (_, bound) => bound.with_context(|| format!("cannot listen on port {}", port.unwrap_or(PORT))),
    }
}

/// Opens the default browser. Without one, the user opens the printed address.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        complain!("No browser could be opened: open the address yourself.");
    }
}
