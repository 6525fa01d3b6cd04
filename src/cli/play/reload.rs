//! A profile that is edited during the game.

use std::io::{self, Write};

use super::Table;
use crate::profile::live::Look;

impl<W: Write> Table<'_, W> {
    /// Takes what has been saved since the last command, so that the engine's next move is already by the changed
    /// profile.
    pub(super) fn follow_profile(&mut self) -> io::Result<()> {
        match self.live.look(self.library) {
            // What is just being saved will be seen with the next command.
            Look::Same | Look::Again(_) => Ok(()),
            Look::Reloaded(reload) => {
                self.engine.set_profile(self.live.compiled().clone());
                writeln!(self.out, "Profile {reload}")?;
                reload
                    .warnings
                    .iter()
                    .try_for_each(|warning| writeln!(self.out, "{warning}"))
            }
            Look::Faulty(faults) => {
                faults
                    .iter()
                    .try_for_each(|fault| writeln!(self.out, "{fault}"))?;
                writeln!(self.out, "Profile {} stays active.", self.live.profile().name)
            }
        }
    }
}
