import Foundation

/// The lifetime of a notice about something that has just happened.
///
/// It ends when the purchase that the notice is about changes again, or a day later by the store's
/// clock. A key ends it too.
struct NoticeLifetime: Equatable, Sendable {
  let notice: Notice
  private let date: Date
  private let productID: String?
  private var status: ProductStatus?

  /// - Parameters:
  ///   - notice: The notice.
  ///   - productID: The product that the notice is about; `nil` if it is about none.
  ///   - store: The store at the beginning.
  init(of notice: Notice, about productID: String?, in store: Store) {
    self.notice = notice
    self.productID = productID
    date = store.now
    status = productID.map { store.productStatus(of: $0) }
  }

  private static let longest: TimeInterval = 86_400

  /// Returns whether the lifetime is over in a newer state of the store.
  ///
  /// A purchase that arrives after its notice does not end it.
  mutating func isOver(in store: Store) -> Bool {
    if store.now.timeIntervalSince(date) >= Self.longest { return true }
    let new = productID.map { store.productStatus(of: $0) }
    defer { status = new }
    return status?.state.isActive == true && new != status
  }
}

extension Demo {
  /// Begins the lifetime of the notice that is shown.
  mutating func beginNoticeLifetime(about productID: String? = nil) {
    guard let notice, let store else { return }
    noticeLifetime = NoticeLifetime(of: notice, about: productID, in: store)
  }

  /// Removes the notice if its lifetime is over in a newer state of the store.
  mutating func endNoticeLifetime(in store: Store) {
    guard noticeLifetime?.notice == notice else { return noticeLifetime = nil }
    guard noticeLifetime?.isOver(in: store) == true else { return }
    (notice, noticeLifetime) = (nil, nil)
  }
}
