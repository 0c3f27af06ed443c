package import Foundation
package import StoreAPI

/// A checked name of a folder: one component of a path, which leads nowhere else.
///
/// Every folder below the data folder is named by this type. What comes from outside — an account, a
/// device, the host of a store — becomes one only through a check.
package struct FolderName: Hashable, Sendable {
  package let text: String

  /// The folder of an account or a device.
  ///
  /// - Throws: `StoreError.invalidName` if no account and no device can have this name.
  package init(_ name: String) throws(StoreError) {
    guard NameRule.allows(name) else { throw .invalidName(name: name) }
    text = name
  }

  /// The folder of the store at this host and port.
  ///
  /// - Throws: `StoreError.invalidName` if the host has a character that no host's name or address
  ///   has.
  package init(host: String, port: Int) throws(StoreError) {
    let name = "\(host)-\(port)"
    guard
      name.utf8.count <= 255, !host.isEmpty,
      name.utf8.allSatisfy({ NameRule.isAllowed($0) || $0 == UInt8(ascii: ":") })
    else { throw .invalidName(name: host) }
    text = name
  }
}

extension FolderName: ExpressibleByStringLiteral {
  /// A name that this program has written down.
  package init(stringLiteral text: StaticString) { self.text = "\(text)" }
}

extension URL {
  /// The folder with these names below this one.
  ///
  /// Every path below the data folder whose names come from outside is built here.
  package func folder(_ names: FolderName...) -> URL {
    names.reduce(self) { $0.appending(path: $1.text, directoryHint: .isDirectory) }
  }
}
