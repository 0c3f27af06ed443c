import OpenStoreKit
import StandardStreams
import Synchronization
import TestSupport

@testable import skdemo

extension CommandRun {
  /// Runs a command line in this process, as the binary does.
  ///
  /// For command lines that open no store: a process keeps its store until it ends. Where one is
  /// expected to be refused, name a folder for its data, or a defect would change the user's own.
  static func inProcess(_ arguments: [String]) async -> CommandRun {
    let run = Mutex(CommandRun(status: 0, output: "", errors: ""))
    await StandardStream.$recorder.withValue({ stream, text in
      run.withLock { run in
        switch stream {
        case .output: run.output += text.text
        case .error: run.errors += text.text
        }
      }
    }) {
      await StoreSession.inOwnProcess {
        let status = await Main.exitCode(of: arguments)
        run.withLock { $0.status = status }
      }
    }
    return run.withLock { $0 }
  }
}
