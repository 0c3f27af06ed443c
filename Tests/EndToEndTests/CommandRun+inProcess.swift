import OpenStoreKit
import OpenStoreKitConnection
import StandardStreams
import Synchronization
import TestSupport

@testable import skdemo

extension CommandRun {
  /// Runs a command line in this process, as the binary does.
  ///
  /// The command has the environment of this process, which may name a store; see
  /// ``CommandLineFixture/Program``. Even a command line that must be refused names a data folder:
  /// if a defect accepts it, it does not change the developer's own data.
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
      await StoreUse.$locks.withValue(ProcessLocks()) {
        await StoreSession.inOwnProcess {
          let status = await Main.exitCode(of: arguments)
          run.withLock { $0.status = status }
        }
      }
    }
    return run.withLock { $0 }
  }
}
