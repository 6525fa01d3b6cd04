//! What waits for the end of a perft or bench. Scripts send `go perft 5`, another one and `quit` in one go, and want all
//! results; `stop` ends what they do not want.

use super::{Flow, Session};
use crate::uci::command::Command;

impl Session {
    /// Obeys a command, or keeps it until the perft or bench under way has ended.
    pub(super) fn submit(&mut self, command: Command) -> Flow {
        use Command::{Bench, IsReady, Perft, Quit, Stop};
        let is_urgent = matches!(command, IsReady | Stop);
        let waits_for_task = matches!(command, Bench(_) | Perft(_) | Quit);
        if !is_urgent && (self.is_waiting() || waits_for_task && self.is_task_running()) {
            self.queue.push_back(command);
            return Flow::Continue;
        }
        match command {
            Quit => return Flow::Quit,
            Stop => self
                .queue
                .retain(|command| !matches!(command, Bench(_) | Perft(_))),
            _ => {}
        }
        self.obey(command);
        Flow::Continue
    }

    /// Whether commands wait for the end of a perft or bench.
    pub fn is_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Obeys the commands that have waited, as far as they need not wait any longer.
    pub fn resume(&mut self) -> Flow {
        while !self.is_task_running()
            && let Some(command) = self.queue.pop_front()
        {
            if matches!(command, Command::Quit) {
                return Flow::Quit;
            }
            self.obey(command);
        }
        Flow::Continue
    }

    /// Whether a perft or bench is under way. The result of one that is not has been written.
    fn is_task_running(&mut self) -> bool {
        if let Some(task) = self.task.take_if(|task| task.is_over()) {
            task.wait();
        }
        self.task.is_some()
    }
}
