package import Foundation
import OpenStoreKit

/// The last state that a device showed, read from its files before its store is open.
package struct LastState: Equatable, Sendable {
  let folder: URL
  let account: String
  let presentation: Presentation
  let store: Store
  let fuel: [String: Int]

  /// `nil` if the device has not shown anything to this account.
  ///
  /// - Parameters:
  ///   - folder: The device's folder.
  ///   - account: The name of the customer's account.
  ///   - presentation: How the products look.
  ///   - timeZone: The customer's time zone.
  package init?(
    folder: URL, account: String, presentation: Presentation, timeZone: TimeZone
  ) {
    let lastSeen = LastSeen(folder: folder, account: account, timeZone: timeZone)
    guard let store = lastSeen.load() else { return nil }
    (self.folder, self.account, self.store) = (folder, account, store)
    self.presentation = presentation
    fuel = FuelTank(folder: folder, account: account).counts
  }

  /// The message that shows it.
  var message: Demo.Message { .opened(presentation, lastSeen: store, fuel: fuel) }
}

extension StoreController {
  /// The first message to the demo: how the products look, and what this device has kept.
  ///
  /// If `last` is of the same device, its files are not read again.
  nonisolated func initialMessage(
    _ presentation: Presentation, after last: LastState? = nil
  ) -> Demo.Message {
    let isSame = last.map { ($0.folder, $0.account) == (lastSeen.folder, session.account) }
    let store = isSame == true ? last?.store : lastSeen.load()
    return .opened(presentation, lastSeen: store, fuel: tank.counts)
  }
}
