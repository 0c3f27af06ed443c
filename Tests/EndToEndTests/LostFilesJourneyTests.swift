import Foundation
import PrivateFiles
import TestSupport
import Testing

/// A data folder with files that are missing or that others can read, and a root key kept elsewhere.
@Suite(.hangLimit) struct LostFilesJourneyTests {
  private let commandLine: CommandLineFixture

  init() async throws {
    commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
  }

  @Test(arguments: [["status"], ["buy", "nonconsumable.racecar", "--yes"], ["store", "clock"]])
  func `without its database a store is refused in a sentence, by every command`(
    arguments: [String]
  ) async throws {
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      try? FileManager.default.removeItem(at: path(name))
    }

    let run = try await commandLine.skdemo(arguments)

    #expect(run.status == 3)
    #expect(
      run.errors.contains("store.sqlite is missing or does not hold a store"), "\(run.errors)")
    #expect(run.errors.contains("skdemo store restore FILE --into DIR"))
    #expect(run.errors.contains(commandLine.data.path))
    #expect(!exists("store.sqlite"))
  }

  @Test func `without its certificates a store is refused, and gets no others`() async throws {
    try FileManager.default.removeItem(at: path("authority"))

    let status = try await commandLine.skdemo("status")
    let served = try await commandLine.skdemo("serve", "--port", "0")

    for run in [status, served] {
      #expect(run.status == 1)
      #expect(run.errors.contains("the store's certificates are missing"), "\(run.errors)")
    }
    #expect(!exists("authority"))
  }

  @Test func `a store is not served with an operator key that others can read`() async throws {
    let key = path("operator.key")
    try PrivateFile.write(Data(String(repeating: "k", count: 32).utf8), to: key)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key.path)

    let run = try await commandLine.skdemo("serve", "--port", "0", "--json")

    #expect(run.status == 1)
    #expect(try run.errorCode() == "exposedKey")
    #expect(run.errors.contains("chmod 600"))
  }

  @Test func `an operator's own copy of the key is not used if others can read it`() async throws {
    let server = try await ServeProcess(data: commandLine.data)
    let key = path("operator.key")
    func clock() async throws -> CommandRun {
      try await commandLine.skdemo(
        "store", "clock", "--store", server.url, "--operator-key-file", key.path, "--json")
    }
    _ = try await clock().succeeded()

    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: key.path)

    #expect(try await clock().errorCode() == "exposedKey")
  }

  @Test func `a store is not served with a TLS key that others can read`() async throws {
    let own = try LoopbackCertificate(in: commandLine.data, "own")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: own.key)

    let run = try await commandLine.skdemo(
      "serve", "--port", "0", "--tls-certificate", own.certificate, "--tls-key", own.key, "--json")

    #expect(run.status == 1)
    #expect(try run.errorCode() == "exposedKey")
  }

  @Test func `with the root's key elsewhere a store is served, sells and is backed up`()
    async throws
  {
    let copy = path("root.pem").path
    let exported = try await commandLine.skdemo("store", "root", "export", copy, "--json")
    #expect(try exported.json()["file"] as? String == copy)
    #expect(PrivateFile.permissions(of: URL(filePath: copy)) == 0o600)
    let removed = try await commandLine.skdemo(
      "store", "root", "remove", "--exported", copy, "--json")
    #expect(try removed.json()["root"] as? String == exported.json()["root"] as? String)
    #expect(!exists("authority/root.key.pem"))

    let server = try await ServeProcess(data: commandLine.data)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.racecar", "--yes").succeeded()
    _ = try await server.end()

    let backup = path("backup").path
    _ = try await commandLine.skdemo("store", "backup", backup).succeeded()
    let again = path("again").path
    _ = try await commandLine.skdemo("store", "restore", backup, "--into", again).succeeded()
    _ = try await commandLine.skdemo(
      "buy", "nonconsumable.racecar", "--yes", "--data", again
    ).succeeded()
    #expect(!exists("again/authority/root.key.pem"))
  }

  /// The arguments after `skdemo store root`, the exit code, and words of the sentence.
  private static let refused: [([String], Int32, String)] = [
    (["export", "FOLDER/store.sqlite"], 1, "an export never replaces a file"),
    (["export", ""], 2, "the path of a file or folder is empty"),
    (["export", "new", "--store", "http://127.0.0.1:1"], 2, "on the machine that has the store's"),
    (["export", "new", "--data", "FOLDER/none"], 1, "there is no store in"),
    (["remove"], 2, "--exported"),
    (["remove", "--exported", "FOLDER/none"], 1, "is missing or not readable"),
    (["remove", "--exported", "FOLDER/authority/leaf.key.pem"], 1, "keep the copy elsewhere"),
    (
      ["remove", "--exported", "FOLDER/store.sqlite"], 1, "does not hold a P-256 private key in PEM"
    ),
  ]

  @Test(arguments: refused)
  func `a file that is not a copy of the root's key removes nothing, and the error says why`(
    arguments: [String], status: Int32, sentence: String
  ) async throws {
    let words = arguments.map { $0.replacing("FOLDER", with: commandLine.data.path) }

    let run = try await commandLine.skdemo(["store", "root"] + words)

    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output == "")
    #expect(exists("authority/root.key.pem"))
    #expect(!exists("none"))
  }

  private func path(_ name: String) -> URL { commandLine.data.appending(path: name) }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name).path)
  }
}
