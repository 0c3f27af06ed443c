import AppStorePayloads
import Crypto
import Foundation
import PrivateFiles
import StoreAPI
import Testing

@testable import StoreEngine

@Suite struct AuthorityFolderTests {
  private let temporaryFolder: TemporaryFolder
  private var data: URL { temporaryFolder.url }
  private var folder: AuthorityFolder { AuthorityFolder(url: data.appending(path: "authority")) }
  private static let files = [
    "root.der", "root.key.pem", "intermediate.der", "intermediate.key.pem", "leaf.der",
    "leaf.key.pem",
  ]

  init() throws { temporaryFolder = try TemporaryFolder() }

  @Test func `the first start creates a folder and keys that only the owner may read`() throws {
    _ = try folder.open()

    #expect(PrivateFile.permissions(of: folder.url) == 0o700)
    for file in Self.files {
      #expect(
        PrivateFile.permissions(of: folder.url.appending(path: file)) == 0o600, "\(file)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == Self.files.sorted())
  }

  @Test func `a store that is opened again has the same root`() throws {
    let first = try folder.open()

    #expect(try folder.open().rootCertificate == first.rootCertificate)
  }

  @Test func `certificates that have expired are renewed by the root, which stays`() throws {
    let expired = try writeExpired()

    let signer = try folder.open()

    #expect(signer.rootCertificate == expired.root.certificate)
    #expect(signer.validity.contains(now))
    #expect(try folder.open().validity == signer.validity, "they are written")
    for (file, member) in [("intermediate", expired.intermediate), ("leaf", expired.leaf)] {
      let key = try contents("\(file).key.pem")
      #expect(key == Data(member.privateKey.pemRepresentation.utf8))
      #expect(try contents("\(file).der") != member.certificate)
    }
  }

  @Test func `certificates that end with the root are not renewed`() throws {
    let signer = try folder.open()
    let leaf = try contents("leaf.der")

    _ = try folder.open()

    #expect(try contents("leaf.der") == leaf)
    #expect(try folder.renewalNotice(of: signer.validity.upperBound, at: .distantFuture) == nil)
  }

  @Test func `a folder without the root's key is opened, and signs`() throws {
    let signer = try folder.open()
    _ = try moveRootKey()

    #expect(try folder.open().rootCertificate == signer.rootCertificate)
    #expect(!FileManager.default.fileExists(atPath: rootKey.path), "it is not created again")
    #expect(try folder.renewalNotice(of: signer.validity.upperBound, at: now) == nil)
  }

  @Test func `without the root's key nothing is renewed, and a notice says what to do`() throws {
    let expired = try writeExpired()
    _ = try moveRootKey()

    let signer = try folder.open()

    #expect(try contents("leaf.der") == expired.leaf.certificate)
    let notice = try folder.renewalNotice(of: signer.validity.upperBound, at: now)
    #expect(notice?.contains("skdemo store root renew FILE") == true)
    let before = signer.validity.upperBound - 40 * 86_400
    #expect(try folder.renewalNotice(of: signer.validity.upperBound, at: before) == nil)
  }

  @Test func `a file with the root's key renews the certificates, once`() throws {
    let expired = try writeExpired()
    let key = try moveRootKey()

    let renewal = try folder.renew(by: key)
    let again = try folder.renew(by: key)

    #expect(renewal.isNew && !again.isNew)
    #expect(renewal.end == again.end)
    let signer = try folder.open()
    #expect(signer.rootCertificate == expired.root.certificate)
    #expect(signer.validity.contains(now))
    #expect(!FileManager.default.fileExists(atPath: rootKey.path), "the key stays elsewhere")
  }

  @Test func `no other file renews them`() throws {
    let expired = try writeExpired()
    let key = try moveRootKey()
    let missing = data.appending(path: "missing")
    let text = data.appending(path: "text")
    try PrivateFile.write(Data("garbage".utf8), to: text)
    let leaf = folder.url.appending(path: "leaf.key.pem")
    let refused = [
      missing: "is missing", text: "is not a P-256 private key in PEM",
      leaf: "is not the key of this store's root",
    ]

    for (file, reason) in refused {
      #expect(throws: AuthorityError.notRootKey(file, reason: reason)) {
        try folder.renew(by: file)
      }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key.path)
    #expect(throws: AuthorityError.exposed(ExposedFileError(key, .permissions(0o640)))) {
      try folder.renew(by: key)
    }
    #expect(try contents("leaf.der") == expired.leaf.certificate)
  }

  /// 2026-01-21.
  private let now = Date(timeIntervalSince1970: 1_768_996_800)

  private var rootKey: URL { folder.url.appending(path: "root.key.pem") }

  /// Moves the root's key out of the folder.
  private func moveRootKey() throws -> URL {
    let file = data.appending(path: "exported")
    try FileManager.default.moveItem(at: rootKey, to: file)
    return file
  }

  /// Makes a folder whose intermediate and leaf have ended in 2023.
  private func writeExpired() throws -> CertificateAuthority {
    let authority = try CertificateAuthority.make(
      issued: Date(
        timeIntervalSince1970: 1_700_000_000)...Date(timeIntervalSince1970: 1_701_000_000))
    try authority.write(to: folder.url, via: data.appending(path: "new"))
    return authority
  }

  private func contents(_ file: String) throws -> Data {
    try Data(contentsOf: folder.url.appending(path: file))
  }

  @Test func `stores that start at the same time create one root`() async throws {
    let folder = folder
    let roots = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 1...8 { group.addTask { try folder.open().rootCertificate } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(roots.count == 1)
  }

  @Test func `the folder is created after an interrupted start`() throws {
    let half = data.appending(path: "authority.new")
    try FileManager.default.createDirectory(at: half, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: half.appending(path: "root.der"))

    _ = try folder.open()

    #expect(!FileManager.default.fileExists(atPath: half.path))
  }

  /// The root's key may be kept elsewhere.
  @Test(arguments: files.filter { $0 != "root.key.pem" })
  func `the error names a missing file, and the file is not created again`(name: String) throws {
    _ = try folder.open()
    let file = folder.url.appending(path: name)
    try FileManager.default.removeItem(at: file)

    #expect(throws: AuthorityError.damaged(file, reason: "is missing")) { try folder.open() }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test(arguments: files)
  func `the error names a file of garbage, and the file is not changed`(name: String) throws {
    _ = try folder.open()
    let file = folder.url.appending(path: name)
    try Data("garbage".utf8).write(to: file)
    let reason =
      name.hasSuffix(".der") ? "is not a certificate in DER" : "is not a P-256 private key in PEM"

    #expect(throws: AuthorityError.damaged(file, reason: reason)) { try folder.open() }
    #expect(try Data(contentsOf: file) == Data("garbage".utf8))
  }

  @Test func `a key of another store is refused`() throws {
    _ = try folder.open()
    let file = folder.url.appending(path: "leaf.key.pem")
    let other = try CertificateAuthority.make()
    try Data(other.leaf.privateKey.pemRepresentation.utf8).write(to: file)

    #expect(throws: AuthorityError.damaged(file, reason: "is not the key of leaf.der")) {
      try folder.open()
    }
  }

  @Test func `a leaf of another store is refused`() throws {
    _ = try folder.open()
    let file = folder.url.appending(path: "leaf.der")
    let other = try CertificateAuthority.make()
    try other.leaf.certificate.write(to: file)
    try Data(other.leaf.privateKey.pemRepresentation.utf8)
      .write(to: folder.url.appending(path: "leaf.key.pem"))

    #expect(
      throws: AuthorityError.damaged(file, reason: "was not issued by intermediate.der")
    ) { try folder.open() }
  }

  @Test(arguments: ["root.key.pem", "intermediate.key.pem", "leaf.key.pem"])
  func `a key that other users may use is refused`(name: String) throws {
    _ = try folder.open()
    let file = folder.url.appending(path: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)

    #expect(throws: AuthorityError.exposed(ExposedFileError(file, .permissions(0o644)))) {
      try folder.open()
    }
  }

  @Test func `a folder that is gone is named, and not made again for a store that exists`() throws {
    let error = AuthorityError.missing(folder.url)

    #expect(throws: error) { try folder.open(creates: false) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == [])
    #expect(error.description.contains("restore the store from a backup"))
  }

  @Test func `the error names a folder that cannot be created`() throws {
    try Data().write(to: data.appending(path: "file"))
    let folder = AuthorityFolder(url: data.appending(path: "file/authority"))

    let error = try #require(throws: AuthorityError.self) { try folder.open() }

    #expect(error.description.contains("file/authority cannot be used: "))
  }

  @Test func `an error names the file and says what to do`() {
    let file = URL(filePath: "/data/authority/leaf.der")

    #expect(
      AuthorityError.damaged(file, reason: "is missing").description
        == """
        the store's certificates are damaged: /data/authority/leaf.der is missing. \
        Restore the file from a backup; no device would trust new certificates
        """)
    #expect(
      AuthorityError.exposed(ExposedFileError(file, .permissions(0o644))).description
        == """
        other users may read or write the key /data/authority/leaf.der (its mode is 644): \
        run chmod 600 on it
        """)
  }
}
