import Crypto
import Foundation
import PrivateFiles
import SwiftASN1
import X509

/// The certificates of an authority folder; each has a file in DER, and its private key one in PEM.
enum AuthorityFile: String, CaseIterable {
  case root, intermediate, leaf

  var certificate: String { "\(rawValue).der" }
  var key: String { "\(rawValue).key.pem" }

  /// The certificate whose key signed this one; the root is self-signed.
  var issuer: AuthorityFile { self == .leaf ? .intermediate : .root }

  func certificate(of authority: CertificateAuthority) -> Data {
    switch self {
    case .root: authority.root.certificate
    case .intermediate: authority.intermediate.certificate
    case .leaf: authority.leaf.certificate
    }
  }

  func privateKey(of authority: CertificateAuthority) -> P256.Signing.PrivateKey? {
    switch self {
    case .root: authority.root.privateKey
    case .intermediate: authority.intermediate.privateKey
    case .leaf: authority.leaf.privateKey
    }
  }
}

extension CertificateAuthority {
  /// Writes all files to a folder at `temporary` and moves it to `destination`, which must not
  /// exist.
  func write(to destination: URL, via temporary: URL) throws {
    if FileManager.default.fileExists(atPath: temporary.path(percentEncoded: false)) {
      try FileManager.default.removeItem(at: temporary)
    }
    try PrivateFile.makeFolder(temporary)
    for file in AuthorityFile.allCases {
      try PrivateFile.write(
        file.certificate(of: self), to: temporary.appending(path: file.certificate))
      guard let key = file.privateKey(of: self) else { continue }
      try PrivateFile.write(
        Data(key.pemRepresentation.utf8), to: temporary.appending(path: file.key))
    }
    try PrivateFile.synchronize(folder: temporary)
    try PrivateFile.move(temporary, to: destination)
  }

  /// Reads a folder and checks that its files belong together; the root's key may be missing,
  /// because it may be stored elsewhere.
  ///
  /// - Throws: ``AuthorityError/damaged(_:reason:)`` if another file is missing, or a file is
  ///   unreadable or does not belong to the others, and ``AuthorityError/exposed(_:)`` if other users
  ///   can use a private key.
  init(folder: URL) throws(AuthorityError) {
    root = try Self.root(in: folder)
    intermediate = try Self.member(.intermediate, in: folder)
    leaf = try Self.member(.leaf, in: folder)
    for file in AuthorityFile.allCases { try checkIssuer(of: file, in: folder) }
  }

  private static func root(in folder: URL) throws(AuthorityError) -> Root {
    let key = folder.appending(path: AuthorityFile.root.key).path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: key) else {
      return Root(certificate: try certificate(.root, in: folder).der, privateKey: nil)
    }
    let member = try member(.root, in: folder)
    return Root(certificate: member.certificate, privateKey: member.privateKey)
  }

  private static func member(
    _ file: AuthorityFile, in folder: URL
  ) throws(AuthorityError) -> Member {
    let (certificate, der) = try certificate(file, in: folder)
    let keyURL = folder.appending(path: file.key)
    let key = try privateKey(keyURL)
    guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
      throw .damaged(keyURL, reason: "is not the key of \(file.certificate)")
    }
    return Member(certificate: der, privateKey: key)
  }

  private static func certificate(
    _ file: AuthorityFile, in folder: URL
  ) throws(AuthorityError) -> (parsed: Certificate, der: Data) {
    let url = folder.appending(path: file.certificate)
    let der = try contents(of: url)
    guard let certificate = try? Certificate(derEncoded: Array(der)) else {
      throw .damaged(url, reason: "is not a certificate in DER")
    }
    return (certificate, der)
  }

  /// Reads a private key.
  static func privateKey(_ file: URL) throws(AuthorityError) -> P256.Signing.PrivateKey {
    let pem = String(decoding: try contents(of: file), as: UTF8.self)
    do {
      try PrivateFile.checkSecret(file)
    } catch {
      throw .exposed(error)
    }
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
      throw .damaged(file, reason: "is not a P-256 private key in PEM")
    }
    return key
  }

  private static func contents(of file: URL) throws(AuthorityError) -> Data {
    let data: Data?
    do {
      data = try PrivateFile.read(file)
    } catch {
      throw .damaged(file, reason: "cannot be read")
    }
    guard let data else { throw .damaged(file, reason: "is missing") }
    return data
  }

  /// Returns whether `key` is the private key of a certificate.
  func isKey(_ key: P256.Signing.PrivateKey, of file: AuthorityFile) -> Bool {
    let certificate = try? Certificate(derEncoded: Array(file.certificate(of: self)))
    return certificate?.publicKey == Certificate.PublicKey(key.publicKey)
  }

  private func checkIssuer(of file: AuthorityFile, in folder: URL) throws(AuthorityError) {
    guard
      let issuer = try? Certificate(derEncoded: Array(file.issuer.certificate(of: self))),
      let certificate = try? Certificate(derEncoded: Array(file.certificate(of: self))),
      issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
    else {
      throw .damaged(
        folder.appending(path: file.certificate),
        reason: "was not issued by \(file.issuer.certificate)")
    }
  }
}
