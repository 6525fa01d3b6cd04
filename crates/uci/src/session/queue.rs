//! Commands that wait for the end of a running perft or bench, as in Stockfish: scripts send `go perft 5`, another one and
//! `quit` in one go and expect all results. `stop` interrupts.

use std::ops::ControlFlow;

use super::Session;
use crate::command::Command;

impl Session {
    /// Executes a command, or queues it until the running perft or bench has ended.
    pub(super) fn submit(&mut self, command: Command) -> ControlFlow<()> {
        use Command::{Bench, Go, IsReady, NewGame, Perft, Quit, Stop};
        let is_urgent = matches!(command, IsReady | Stop);
        let waits_for_task = matches!(command, Bench(_) | Go { .. } | NewGame | Perft(_) | Quit);
        if !is_urgent && (self.is_waiting() || waits_for_task && self.is_task_running()) {
            self.queue.push_back(command);
            return ControlFlow::Continue(());
        }
        match command {
            Quit => ControlFlow::Break(()),
            Stop => self.stop_all(),
            command => {
                self.execute(command);
                ControlFlow::Continue(())
            }
        }
    }

    /// Stops the running perft or bench and removes queued ones. Other queued commands take effect first, so that a queued
    /// search is started, stopped, and answered with its move.
    fn stop_all(&mut self) -> ControlFlow<()> {
        self.queue.retain(|command| !matches!(command, Command::Bench(_) | Command::Perft(_)));
        self.stop();
        if self.is_waiting() && self.resume().is_break() {
            return ControlFlow::Break(());
        }
        self.stop();
        ControlFlow::Continue(())
    }

    /// Returns `true` if commands wait for the end of a perft or bench.
    pub fn is_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Executes queued commands until one of them starts another perft or bench.
    pub fn resume(&mut self) -> ControlFlow<()> {
        while !self.is_task_running()
            && let Some(command) = self.queue.pop_front()
        {
            if matches!(command, Command::Quit) {
                return ControlFlow::Break(());
            }
            self.execute(command);
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if a perft or bench is running. The output of a finished one has been written.
    fn is_task_running(&mut self) -> bool {
        if let Some(task) = self.task.take_if(|task| task.is_over()) {
            task.wait();
        }
        self.task.is_some()
    }
}
