import Crypto
package import Foundation
import PrivateFiles

/// The root's private key may be kept on another machine: only renewing certificates needs it.
extension AuthorityFolder {
  /// Copies the root's private key to a new file (0600), in PEM.
  ///
  /// - Returns: The SHA-256 of the root's certificate.
  /// - Throws: ``RootKeyError/exists(_:)``, ``RootKeyError/elsewhere(_:)`` or
  ///   ``RootKeyError/failed(_:doing:reason:)``, and ``AuthorityError`` if the folder cannot be read.
  package func exportRootKey(to file: URL) throws -> Data {
    let (authority, key) = try rootKey()
    // A link that leads nowhere is something too.
    let path = file.path(percentEncoded: false)
    guard (try? FileManager.default.attributesOfItem(atPath: path)) == nil
    else { throw RootKeyError.exists(file) }
    do {
      try write(key, to: file)
    } catch {
      throw RootKeyError.failed(error.url, doing: error.action, reason: error.reason)
    }
    return authority.rootHash
  }

  /// Removes the root's private key; a copy of it must exist.
  ///
  /// - Parameter copy: The exported key; it is compared with the root's certificate.
  /// - Returns: The SHA-256 of the root's certificate.
  /// - Throws: ``RootKeyError`` if there is no key or `copy` is not a copy of it that stays, and
  ///   ``AuthorityError`` if the folder cannot be read.
  package func removeRootKey(exported copy: URL) throws -> Data {
    let (authority, key) = try rootKey()
    guard !contains(copy) else { throw RootKeyError.inFolder(copy) }
    guard try privateKey(copy).publicKey.rawRepresentation == key.publicKey.rawRepresentation else {
      throw RootKeyError.otherKey(copy)
    }
    do {
      try PrivateFile.remove(url.appending(path: AuthorityFile.root.key))
    } catch {
      throw RootKeyError.failed(error.url, doing: error.action, reason: error.reason)
    }
    return authority.rootHash
  }

  private func rootKey() throws -> (CertificateAuthority, P256.Signing.PrivateKey) {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
      throw AuthorityError.missing(url)
    }
    let authority = try CertificateAuthority(folder: url)
    guard let key = authority.root.privateKey else { throw RootKeyError.elsewhere(url) }
    return (authority, key)
  }

  /// A file that cannot be written whole is not left.
  private func write(_ key: P256.Signing.PrivateKey, to file: URL) throws(FileError) {
    do {
      try PrivateFile.write(Data(key.pemRepresentation.utf8 + [UInt8(ascii: "\n")]), to: file)
      try PrivateFile.synchronize(folder: file.absoluteURL.deletingLastPathComponent())
    } catch {
      if error.action != "opening" { try? FileManager.default.removeItem(at: file) }
      throw error
    }
  }

  private func privateKey(_ file: URL) throws(RootKeyError) -> P256.Signing.PrivateKey {
    guard let data = try? Data(contentsOf: file) else {
      throw .unusable(file, reason: "is missing or not readable")
    }
    let text = String(decoding: data, as: UTF8.self)
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
      throw .unusable(file, reason: "does not hold a P-256 private key in PEM")
    }
    return key
  }

  /// Whether the file is in this folder, wherever a link to it is.
  private func contains(_ file: URL) -> Bool {
    let parent = file.absoluteURL.resolvingSymlinksInPath().deletingLastPathComponent()
    return parent.standardizedFileURL.path == url.absoluteURL.resolvingSymlinksInPath().path
  }
}

extension CertificateAuthority {
  fileprivate var rootHash: Data { Data(SHA256.hash(data: root.certificate)) }
}
