import Foundation
import PrivateFiles
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

/// A backup and its restoration, ended at every change of the disk.
@Suite(.serialized, .hangLimit) struct BackupCrashTests {
  private let temporary: TemporaryFolder
  private var data: URL { temporary.url.appending(path: "data") }
  private var copies: URL { temporary.url.appending(path: "copies") }
  private var backup: URL { copies.appending(path: "backup") }

  init() async throws {
    temporary = try TemporaryFolder()
    try PrivateFile.makeFolder(copies)
    _ = try await Self.skdemo(["buy", "nonconsumable.car", "--yes"], data).succeeded()
    _ = try await Self.skdemo(["store", "backup", backup.path], data).succeeded()
  }

  @Test func `a backup that is killed leaves nothing beside it, once its store is used again`()
    async throws
  {
    try FileManager.default.removeItem(at: backup)
    var change = 0
    var draftsLeft = 0
    var run: CommandRun
    repeat {
      change += 1
      run = try await DiskEffects.kill.skdemo(
        ["store", "backup", backup.path], data: data, at: change)
      let left = copies.paths
      if left.contains(where: { $0.hasSuffix(".draft") }) { draftsLeft += 1 }
      let next = change.isMultiple(of: 2) ? ["status"] : ["store", "backup", backup.path + "-2"]

      _ = try await Self.skdemo(next, data).succeeded()

      #expect(
        Set(copies.paths).isSubset(of: ["backup", "backup-2"]),
        "\(change): \(copies.paths), \(left)")
      #expect(!data.paths.contains { $0.hasPrefix("store.backup-") }, "\(change): \(data.paths)")
      if copies.has("backup") {
        let again = temporary.url.appending(path: "again")
        _ = try await Self.skdemo(["store", "restore", backup.path, "--into", again.path])
          .succeeded()
        try FileManager.default.removeItem(at: again)
      }
      for name in copies.paths {
        try FileManager.default.removeItem(at: copies.appending(path: name))
      }
    } while run.isSignalled
    _ = try run.succeeded()
    #expect(draftsLeft > 0)
  }

  @Test func `a restore that is killed, whenever that is, is refused and done again`() async throws
  {
    let kills: [Remains] = try await countUp { [temporary, backup] change in
      let folder = temporary.url.appending(path: "\(change)")
      let restore = ["store", "restore", backup.path, "--into", folder.path]
      let run = try await DiskEffects.kill.skdemo(restore, at: change)
      let (left, context) = (Remains(in: folder), "\(change): \(folder.paths)")
      if left == .unfinished { try await Self.expectRefusal(by: ["status"], of: folder, context) }
      if left == .store {
        let history = try await Self.skdemo(["store", "transactions", "--json"], folder)
        #expect(try (history.json()["transactions"] as? [Any])?.count == 1, "\(context)")
      } else {
        _ = try await Self.skdemo(restore).succeeded()
        let sold = try await Self.transactionCount(in: folder)
        #expect(sold == 1, "\(context)")
      }
      #expect(!folder.has("store.sqlite.draft"), "\(context)")
      if !run.isSignalled { _ = try run.succeeded() }
      return run.isSignalled ? left : nil
    }
    // The last change of a restore is what makes its store.
    #expect(Set(kills).subtracting([.store]) == [.nothing, .unfinished])
  }

  /// Other commands are tried in one process; see `CommandSampleTests`.
  @Test func `a half restored folder is refused by each command that needs its files`() async throws
  {
    let folder = try await halfRestoredFolder()

    for command in Self.commands {
      try await Self.expectRefusal(by: command, of: folder, "\(folder.paths)")
    }
  }

  /// A folder with certificates that a killed restore leaves.
  ///
  /// A restore writes them after most of its changes and before the last, so a binary search finds
  /// the change.
  private func halfRestoredFolder() async throws -> URL {
    var (earlier, later) = (0, 1_024)
    while later - earlier > 1 {
      let change = (earlier + later) / 2
      let folder = temporary.url.appending(path: "\(change)")
      _ = try await DiskEffects.kill.skdemo(
        ["store", "restore", backup.path, "--into", folder.path], at: change)
      switch (folder.has("authority/root.der"), Remains(in: folder)) {
      case (true, .unfinished): return folder
      case (true, _): later = change
      case (false, _): earlier = change
      }
    }
    throw UnexpectedOutcome("no killed restore leaves certificates")
  }

  @Test func `a restore on a full disk says so and leaves no folder`() async throws {
    let refusals: [String] = try await countUp { [temporary, backup] change in
      let folder = temporary.url.appending(path: "\(change)/deep/shop")
      let run = try await DiskEffects.full.skdemo(
        ["store", "restore", backup.path, "--into", folder.path], at: change)
      let isMade = folder.has("store.sqlite")
      #expect(run.status == (isMade ? 0 : 1), "\(change): \(run)")
      if !isMade {
        #expect(run.errors.lowercased().contains("make room"), "\(change): \(run.errors)")
        #expect(!temporary.url.has("\(change)"), "\(change): \(folder.paths)")
      }
      return isMade ? nil : run.errors
    }
    #expect(!refusals.isEmpty)
  }

  private static let commands = [
    ["status"], ["status", "--store", "http://127.0.0.1:1"], ["storefront", "--plain"],
    ["serve", "--port", "0"], ["run", "--", "true"], ["store", "backup", "/dev/null/backup"],
    ["store", "root", "export", "/dev/null/key"], ["store", "root", "renew", "/dev/null/key"],
    ["store", "root", "remove", "--exported", "/dev/null/key"],
  ]

  private static func expectRefusal(
    by arguments: [String], of folder: URL, _ context: String
  ) async throws {
    let before = folder.paths

    let run = try await skdemo(arguments, folder)

    #expect(run.status == 1, "\(arguments), \(context)")
    #expect(
      run.errors.contains("run skdemo store restore FILE --into \(folder.path) again"),
      "\(arguments): \(run.errors), \(context)")
    #expect(folder.paths == before, "\(context)")
  }

  /// The number of transactions in a folder, whose store is opened with its certificates.
  private static func transactionCount(in folder: URL) async throws -> Int {
    let ledgers = try SQLiteLedgerStore(
      file: folder.appending(path: "store.sqlite"), connections: .one, creates: false)
    defer { ledgers.close() }
    let signer = try AuthorityFolder(url: folder.appending(path: "authority"))
      .open(creates: false)
    _ = try await StoreEngine.open(ledgers, signer: signer, configuration: nil)
    return try await ledgers.allTransactions(account: nil, before: nil, limit: 9).count
  }

  private static func skdemo(_ arguments: [String], _ data: URL? = nil) async throws -> CommandRun {
    try await CommandRun.run(
      "skdemo", arguments, environment: ["SKDEMO_DATA": data?.path ?? "/dev/null"])
  }
}
