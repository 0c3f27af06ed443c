package import Foundation
import StoreAPI

/// The device that a client would open, as its files say, read without its store.
///
/// The store may choose another device; then the client opens that one.
package struct LastDevice: Hashable, Sendable {
  /// The name of the account.
  package let account: String
  package let folder: URL

  /// `nil` for a new device, and for a client that is not signed in.
  package init?(_ choice: DeviceChoice, in client: URL) {
    guard let kept = AccountFile(in: client).read(), let name = choice.keptName(usual: kept.device),
      let folder = try? DeviceFolders(in: client).folder(of: name)
    else { return nil }
    account = kept.signIn.account.name
    self.folder = folder
  }
}
