//! The mode of the terminal between prompts. At the prompt, the line editor sets it.

/// The terminal that standard input comes from, with the mode it had at first. Does nothing for other input, and on
/// systems whose terminals echo only what is being read.
#[derive(Debug, Clone)]
pub struct Terminal {
    #[cfg(unix)]
    original: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
impl Terminal {
    /// Remembers the mode of standard input, if it is a terminal.
    pub fn new(is_terminal: bool) -> Self {
        let mode = || rustix::termios::tcgetattr(std::io::stdin()).ok();
        Self {
            original: is_terminal.then(mode).flatten(),
        }
    }

    /// Keeps what is typed for the next prompt instead of echoing it. Ctrl-C works as before.
    pub fn hide_input(&self) {
        use rustix::termios::LocalModes;
        if let Some(mut mode) = self.original.clone() {
            mode.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON);
            set(&mode);
        }
    }

    /// Sets the mode that the terminal had at first.
    pub fn restore(&self) {
        if let Some(mode) = &self.original {
            set(mode);
        }
    }
}

#[cfg(unix)]
fn set(mode: &rustix::termios::Termios) {
    use rustix::termios::{OptionalActions, tcsetattr};
    // A terminal that has gone needs no mode.
    let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, mode);
}

#[cfg(not(unix))]
impl Terminal {
    /// See above.
    pub fn new(_is_terminal: bool) -> Self {
        Self {}
    }

    /// See above.
    pub fn hide_input(&self) {}

    /// See above.
    pub fn restore(&self) {}
}
