import Foundation
import PrivateFiles
import StoreEngine
import TestSupport
import Testing

/// `skdemo store backup` and `store restore`, as an operator uses them.
@Suite(.hangLimit) struct BackupJourneyTests {
  /// The arguments after `skdemo store`, the exit code, and words of the sentence.
  private static let refused: [([String], Int32, String)] = [
    (["backup", "FILE"], 1, "already exists, and a backup never replaces a file"),
    (["backup", "FOLDER/none/backup"], 1, "failed: "),
    (["backup", "new", "--store", "http://127.0.0.1:1"], 2, "on the machine that has the store's"),
    (["backup", "", "--data", "FOLDER"], 2, "the path of a file or folder is empty"),
    (["backup", "new", "--data", "FOLDER/none"], 1, "there is no store in"),
    (["restore", "FILE", "--into", "FOLDER/restored"], 1, "is not a backup"),
    (
      ["restore", "FOLDER/none", "--into", "FOLDER/restored"], 1,
      "it is missing, or you may not read it"
    ),
    (["restore", "FILE", "--into", "FOLDER/x", "--data", "y"], 2, "leave out --store and --data"),
  ]

  @Test func `a store is backed up while it is served, restored elsewhere, and sells on`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    let data = commandLine.data.path
    let file = commandLine.data.appending(path: "backup").path
    let elsewhere = commandLine.data.appending(path: "elsewhere").path
    let bought = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes", "--json")
    #expect(bought.status == 0)
    let server = try await ServeProcess(data: commandLine.data)

    let backup = try await commandLine.skdemo("store", "backup", file, "--json")
    _ = try await server.end()
    let restored = try await commandLine.skdemo("store", "restore", file, "--into", elsewhere)
    let history = try await commandLine.skdemo(
      "store", "transactions", "--json", "--data", elsewhere)
    let clocks = [
      try await commandLine.skdemo("store", "clock", "--json", "--data", data).json(),
      try await commandLine.skdemo("store", "clock", "--json", "--data", elsewhere).json(),
    ]

    let report = try backup.json()
    #expect(report["file"] as? String == file)
    #expect(report["transactions"] as? Int == 1)
    #expect(report["accounts"] as? Int == 1)
    #expect(report["devices"] as? Int == 1)
    #expect((report["lastEvent"] as? Int ?? 0) > 0)
    #expect(PrivateFile.permissions(of: URL(filePath: file)) == 0o600)
    #expect(restored.status == 0)
    #expect(
      restored.output.hasPrefix(
        "restored to \(elsewhere): 1 account, 1 device, 1 transaction, 0 subscriptions, "
          + "0 offer keys, 0 API keys\nlast event "), "\(restored.output)\(restored.errors)")
    #expect(try (history.json()["transactions"] as? [Any])?.count == 1)
    #expect(clocks[0]["epoch"] as? Int != clocks[1]["epoch"] as? Int)
    let key = try? String(contentsOfFile: elsewhere + "/operator.key", encoding: .utf8)
    #expect(try key == String(contentsOfFile: data + "/operator.key", encoding: .utf8))
    let car = try await commandLine.skdemo(
      "buy", "nonconsumable.racecar", "--yes", "--json", "--data", elsewhere)
    #expect(car.status == 0)
  }

  @Test(arguments: refused)
  func `what cannot be backed up or restored is refused in a sentence`(
    arguments: [String], status: Int32, sentence: String
  ) async throws {
    let commandLine = try CommandLineFixture()
    let folder = commandLine.data.path
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    try Data("mine".utf8).write(to: commandLine.data.appending(path: "file"))

    let run = try await commandLine.skdemo(
      ["store"]
        + arguments.map {
          $0 == "FILE" ? folder + "/file" : $0.replacingOccurrences(of: "FOLDER", with: folder)
        })

    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output == "")
    #expect(!FileManager.default.fileExists(atPath: folder + "/restored"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/none"))
  }

  @Test func `what somebody has put beside the certificates does not spoil a backup`() async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    let authority = commandLine.data.appending(path: "authority")
    try Data("notes".utf8).write(to: authority.appending(path: ".notes.swp"))
    try FileManager.default.createDirectory(
      at: authority.appending(path: "old keys"), withIntermediateDirectories: false)
    let (backup, restored) = (
      commandLine.data.appending(path: "backup"), commandLine.data.appending(path: "restored")
    )

    let copied = try await commandLine.skdemo("store", "backup", backup.path)
    let run = try await commandLine.skdemo(
      "store", "restore", backup.path, "--into", restored.path)

    #expect(copied.status == 0 && run.status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: restored.appending(path: "authority").path)
    #expect(names.sorted() == AuthorityFolder.fileNames.sorted())
  }

  @Test func `a store without its certificates is not backed up`() async throws {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    try FileManager.default.removeItem(at: commandLine.data.appending(path: "authority"))

    let run = try await commandLine.skdemo(
      "store", "backup", commandLine.data.appending(path: "backup").path)

    #expect(run.status == 1)
    #expect(run.errors.contains("has no folder authority with its certificates"))
    let names = try FileManager.default.contentsOfDirectory(atPath: commandLine.data.path)
    #expect(!names.contains("authority") && !names.contains("backup"))
  }
}
