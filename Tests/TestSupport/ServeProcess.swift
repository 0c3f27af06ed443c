package import Foundation
import Glibc
package import StoreEngine
import StoreSQLite
import Synchronization

/// The real binary serving the store in a folder.
///
/// It is killed when this object is released.
package final class ServeProcess: Sendable {
  /// The URL that it printed.
  package let url: String
  /// The line that it printed.
  package let output: String
  private let process: ChildProcess
  private let data: URL
  private let owner: (any Sendable)?
  private let heldPort = Mutex<HeldPort?>(nil)

  /// Starts the process and waits until it listens, by default on a port that the system chooses.
  ///
  /// Keeps `owner`, which removes the folder, as long as the process.
  ///
  /// - Throws: ``FixtureError`` with the printed line if that is not a URL.
  package init(
    data: URL, _ arguments: [String] = [], environment: [String: String] = [:],
    keeping owner: (any Sendable)? = nil
  ) async throws {
    process = try await ChildProcess(
      BuiltExecutable.url("skdemo"), ["serve", "--port", "0", "--data", data.path] + arguments,
      environment: environment)
    let line = try await process.nextLine() ?? ""
    guard let url = line.firstMatch(of: /https?:[^"]*/)?.output else {
      throw FixtureError(text: line)
    }
    (self.url, self.output, self.data, self.owner) = (String(url), line, data, owner)
  }

  /// The key for the operator's routes.
  package func operatorKey() throws -> String {
    try String(contentsOf: data.appending(path: "operator.key"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Uses the store from this process, where new passwords are hashed at no cost.
  ///
  /// - Throws: What `body` throws, and an error if the store's files cannot be opened.
  package func withStore<Value>(_ body: (StoreEngine) async throws -> Value) async throws -> Value {
    let ledgers = try await SQLiteLedgerStore.open(
      file: data.appending(path: "store.sqlite"), creates: false)
    defer { ledgers.close() }
    let signer = try AuthorityFolder(url: data.appending(path: "authority")).open(creates: false)
    return try await body(
      StoreEngine.open(ledgers, signer: signer, configuration: nil, scryptParameters: .trifling))
  }

  /// Sends SIGTERM and waits until the process has ended.
  ///
  /// - Returns: The exit status, or the number of the signal that ended it.
  package func end() async throws -> Int32 {
    process.signal(SIGTERM)
    return try await process.end().number
  }

  /// Sends SIGKILL and waits until the process has ended.
  ///
  /// As long as this object exists, only a server that asks for the same port gets it.
  ///
  /// - Throws: ``FixtureError`` if another server has the port already.
  package func kill() async throws {
    process.signal(SIGKILL)
    _ = try await process.end()
    let port = try URL(string: url)?.port.map(HeldPort.init)
    heldPort.withLock { $0 = port }
  }
}
