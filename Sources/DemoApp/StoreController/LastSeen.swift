import Foundation
import OpenStoreKit
import PrivateFiles

/// The last state that this device showed, kept so that the next launch can show it at once.
///
/// It unlocks nothing, and nothing can be bought from it.
struct LastSeen: Sendable {
  private struct Contents: Codable {
    /// 2; an earlier version's file has none, and its dates are not in milliseconds.
    let version: Int
    let account: String
    let store: Store
  }

  private static let version = 2

  /// The maximum size of the file in bytes, because the first frame waits until it is read.
  private static let sizeLimit = 4 * 1024 * 1024

  let folder: URL
  private let account: String
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - folder: The device's folder.
  ///   - account: The name of the customer's account.
  ///   - timeZone: The customer's present time zone, which may differ from the one then.
  init(folder: URL, account: String, timeZone: TimeZone) {
    self.folder = folder
    self.account = account
    self.timeZone = timeZone
  }

  private var file: URL { folder.appending(path: "last-seen.json") }

  /// `nil` if nothing was kept for this account, or the file is damaged, too large or of another
  /// version.
  func load() -> Store? {
    // One byte more than the limit shows that the file is too large.
    guard let data = try? RegularFile.contents(of: file, upTo: Self.sizeLimit + 1),
      data.count <= Self.sizeLimit,
      let contents = FileJSON.decode(Contents.self, from: data),
      contents.version == Self.version, contents.account == account
    else { return nil }
    var store = contents.store
    store.timeZone = timeZone
    return store
  }

  /// A failure is not reported, because the app works without the file.
  func save(_ store: Store) {
    let contents = Contents(version: Self.version, account: account, store: store)
    guard let data = try? FileJSON.encode(contents) else { return }
    try? PrivateFile.replace(file, with: data, durability: .volatile)
  }
}

// StoreKit's types are in the file as their raw values.
extension Product.ProductType: Codable {}
extension Product.SubscriptionOffer.PaymentMode: Codable {}
extension Transaction.OfferType: Codable {}
extension SubscriptionRenewalState: Codable {}
extension SubscriptionRenewalInfo.ExpirationReason: Codable {}

/// StoreKit's type has no raw value; the one in the file is the name of the case.
extension SubscriptionRenewalInfo.PriceIncreaseStatus: RawRepresentable, Codable {
  init?(rawValue: String) {
    let all = [Self.noIncreasePending, .pending, .agreed]
    guard let status = all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = status
  }

  var rawValue: String {
    switch self {
    case .noIncreasePending: "noIncreasePending"
    case .pending: "pending"
    case .agreed: "agreed"
    }
  }
}
