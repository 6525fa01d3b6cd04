//! Threads that play games, and how they end.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::cancel_token::CancelToken;
use temperament_engine::engine::STACK_BYTES;

/// Interval at which `is_stopped` is polled.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on one thread for each of `workers`, and calls `receive` on this thread with everything that they send,
/// until they have ended, `is_stopped` returns true, or `receive` breaks. Running games are cancelled then.
///
/// # Errors
/// The first error of `receive`.
///
/// # Panics
/// If a thread cannot be created, or `work` panics.
pub fn run<W: Send, M: Send, E>(
    workers: Vec<W>,
    work: impl Fn(W, &CancelToken, &Sender<M>) + Sync,
    is_stopped: &dyn Fn() -> bool,
    receive: &mut dyn FnMut(M) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let cancel = CancelToken::default();
    thread::scope(|scope| {
        // Cancels the games when receiving ends, also by a panic.
        let _ending = CancelAtEnd(&cancel);
        let (sender, messages) = mpsc::channel();
        for worker in workers {
            let (sender, work, cancel) = (sender.clone(), &work, &cancel);
            thread::Builder::new()
                .name("games".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    let _panic = CancelOnPanic(cancel);
                    work(worker, cancel, &sender);
                })
                .expect("a thread to play games on");
        }
        drop(sender);
        loop {
            match messages.recv_timeout(STOP_INTERVAL) {
                Ok(message) => {
                    if receive(message)?.is_break() {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if is_stopped() {
                return Ok(());
            }
        }
    })
}

struct CancelAtEnd<'a>(&'a CancelToken);

impl Drop for CancelAtEnd<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

struct CancelOnPanic<'a>(&'a CancelToken);

impl Drop for CancelOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cancel();
        }
    }
}
