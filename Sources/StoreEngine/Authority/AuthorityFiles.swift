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

  func member(of authority: CertificateAuthority) -> CertificateAuthority.Member {
    switch self {
    case .root: authority.root
    case .intermediate: authority.intermediate
    case .leaf: authority.leaf
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
      let member = file.member(of: self)
      try PrivateFile.write(member.certificate, to: temporary.appending(path: file.certificate))
      try PrivateFile.write(
        Data(member.privateKey.pemRepresentation.utf8), to: temporary.appending(path: file.key))
    }
    try PrivateFile.synchronize(folder: temporary)
    try PrivateFile.move(temporary, to: destination)
  }

  /// Reads a folder and checks that its files belong together.
  ///
  /// - Throws: ``AuthorityFault/damaged(_:reason:)`` if a file is missing, unreadable or does not
  ///   belong to the others, and ``AuthorityFault/exposed(_:permissions:)`` if other users may read
  ///   a private key.
  init(folder: URL) throws(AuthorityFault) {
    root = try Self.member(.root, in: folder)
    intermediate = try Self.member(.intermediate, in: folder)
    leaf = try Self.member(.leaf, in: folder)
    for file in AuthorityFile.allCases { try checkIssuer(of: file, in: folder) }
  }

  private static func member(
    _ file: AuthorityFile, in folder: URL
  ) throws(AuthorityFault) -> Member {
    let certificateURL = folder.appending(path: file.certificate)
    let keyURL = folder.appending(path: file.key)
    let member = Member(
      certificate: try contents(of: certificateURL), privateKey: try privateKey(keyURL))
    guard let certificate = try? Certificate(derEncoded: Array(member.certificate)) else {
      throw .damaged(certificateURL, reason: "is not a certificate in DER")
    }
    guard certificate.publicKey == Certificate.PublicKey(member.privateKey.publicKey) else {
      throw .damaged(keyURL, reason: "is not the key of \(file.certificate)")
    }
    return member
  }

  private static func privateKey(
    _ file: URL
  ) throws(AuthorityFault) -> P256.Signing.PrivateKey {
    let pem = String(decoding: try contents(of: file), as: UTF8.self)
    let permissions = PrivateFile.permissions(of: file) ?? 0
    guard permissions & 0o077 == 0 else { throw .exposed(file, permissions: permissions) }
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
      throw .damaged(file, reason: "is not a P-256 private key in PEM")
    }
    return key
  }

  private static func contents(of file: URL) throws(AuthorityFault) -> Data {
    do {
      return try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      throw .damaged(file, reason: "is missing")
    } catch {
      throw .damaged(file, reason: "cannot be read")
    }
  }

  private func checkIssuer(of file: AuthorityFile, in folder: URL) throws(AuthorityFault) {
    let issuerKey = Certificate.PublicKey(file.issuer.member(of: self).privateKey.publicKey)
    guard
      let certificate = try? Certificate(derEncoded: Array(file.member(of: self).certificate)),
      issuerKey.isValidSignature(certificate.signature, for: certificate)
    else {
      throw .damaged(
        folder.appending(path: file.certificate),
        reason: "was not issued by \(file.issuer.certificate)")
    }
  }
}
