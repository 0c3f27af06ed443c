import AppStorePayloads
import Crypto
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import Testing

/// The root's private key, which can be kept elsewhere.
@Suite struct RootKeyTests {
  private let temporaryFolder: TemporaryFolder
  private var data: URL { temporaryFolder.url }
  private var folder: AuthorityFolder { AuthorityFolder(url: data.appending(path: "authority")) }
  private var key: URL { folder.url.appending(path: "root.key.pem") }
  private var copy: URL { data.appending(path: "copy.pem") }

  init() throws {
    temporaryFolder = try TemporaryFolder()
    _ = try folder.open()
  }

  @Test func `the key is copied to a file of its owner, and stays`() throws {
    let original = try Data(contentsOf: key)

    let hash = try folder.exportRootKey(to: copy)

    #expect(try hash == folder.open().rootHash)
    #expect(PrivateFile.permissions(of: copy) == 0o600)
    #expect(try privateKey(copy).rawRepresentation == privateKey(key).rawRepresentation)
    #expect(try Data(contentsOf: key) == original)
  }

  @Test func `with a copy the key is removed, and the store has the same root and signs`() throws {
    let root = try folder.open().rootCertificate
    _ = try folder.exportRootKey(to: copy)
    let exported = try Data(contentsOf: copy)

    let hash = try folder.removeRootKey(exported: copy)

    #expect(!exists(key))
    #expect(try folder.open().rootCertificate == root)
    #expect(try folder.open().rootHash == hash)
    #expect(try Data(contentsOf: copy) == exported)
    #expect(throws: RootKeyError.elsewhere(folder.url)) { try folder.removeRootKey(exported: copy) }
    #expect(throws: RootKeyError.elsewhere(folder.url)) { try folder.exportRootKey(to: copy) }
  }

  @Test func `an exported key replaces nothing, not even a link that leads nowhere`() throws {
    try Data("mine".utf8).write(to: copy)
    let link = data.appending(path: "link")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: data.appending(path: "nowhere").path)

    #expect(throws: RootKeyError.exists(copy)) { try folder.exportRootKey(to: copy) }
    #expect(throws: RootKeyError.exists(link)) { try folder.exportRootKey(to: link) }
    #expect(try Data(contentsOf: copy) == Data("mine".utf8))
    #expect(!exists(data.appending(path: "nowhere")))
  }

  @Test func `a copy that cannot be written is refused with the system's reason`() throws {
    let file = data.appending(path: "none/copy.pem")

    #expect(
      throws: RootKeyError.failed(file, doing: "opening", reason: "No such file or directory")
    ) { try folder.exportRootKey(to: file) }
  }

  @Test func `without the right copy the key stays`() throws {
    let other = data.appending(path: "other.pem")
    try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: other)
    let garbage = data.appending(path: "garbage.pem")
    try Data("garbage".utf8).write(to: garbage)
    let link = data.appending(path: "link.pem")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: key)
    let missing = RootKeyError.unusable(copy, reason: "is missing or not readable")
    let unreadable = RootKeyError.unusable(
      garbage, reason: "does not hold a P-256 private key in PEM")

    #expect(throws: RootKeyError.otherKey(other)) { try folder.removeRootKey(exported: other) }
    #expect(throws: missing) { try folder.removeRootKey(exported: copy) }
    #expect(throws: unreadable) { try folder.removeRootKey(exported: garbage) }
    #expect(throws: RootKeyError.inFolder(key)) { try folder.removeRootKey(exported: key) }
    #expect(throws: RootKeyError.inFolder(link)) { try folder.removeRootKey(exported: link) }
    let leaf = folder.url.appending(path: "leaf.key.pem")
    #expect(throws: RootKeyError.inFolder(leaf)) { try folder.removeRootKey(exported: leaf) }
    #expect(exists(key))
    #expect(throws: Never.self) { try folder.exportRootKey(to: copy) }
  }

  @Test func `a folder that is gone is not made again for its key`() throws {
    try FileManager.default.removeItem(at: folder.url)

    #expect(throws: AuthorityError.missing(folder.url)) { try folder.exportRootKey(to: copy) }
    #expect(!exists(folder.url) && !exists(copy))
  }

  @Test func `every refusal says what was asked and what to do`() {
    let file = URL(filePath: "/keys/root.pem")
    let errors: [(RootKeyError, String)] = [
      (.exists(file), "name another file"), (.elsewhere(file), "use its exported copy"),
      (.unusable(file, reason: "is missing"), "skdemo store root export FILE"),
      (.otherKey(file), "skdemo store root export FILE"), (.inFolder(file), "on another machine"),
      (.failed(file, doing: "opening", reason: "it is full"), "opening /keys/root.pem failed"),
    ]
    for (error, words) in errors {
      #expect(error.description.contains(words))
      #expect(error.description.contains("/keys/root.pem"))
    }
  }

  private func privateKey(_ file: URL) throws -> P256.Signing.PrivateKey {
    try P256.Signing.PrivateKey(pemRepresentation: String(contentsOf: file, encoding: .utf8))
  }

  private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
}
