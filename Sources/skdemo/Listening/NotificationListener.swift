import AppStorePayloads
import StoreAPI
import StoreOperatorAPI

/// Shows each notification of a store as it is sent.
struct NotificationListener: Sendable {
  let store: any StoreOperator
  let forwarding: NotificationForwarding
  let output: Output
  /// The number of earlier attempts that are shown first.
  let last: Int
  /// The number of attempts after which it ends; `nil` if it does not.
  let count: Int?

  /// The number of the attempt after which it begins.
  ///
  /// - Throws: The store's errors.
  func start() async throws -> Int64 { max(0, try await page(after: nil).last - Int64(last)) }

  /// Listens until the task is cancelled.
  ///
  /// - Parameter start: The result of ``start()``, before anything is sent that is to be shown.
  /// - Throws: The store's errors, and ``StoreAPI/OutputError`` if an attempt cannot be shown.
  func run(after start: Int64) async throws {
    var position = start
    var rest = count ?? .max
    while rest > 0, let page = try await nextPage(after: position) {
      for sent in page.list.prefix(rest) { try await show(sent) }
      rest -= min(rest, page.list.count)
      position = page.last
    }
  }

  private typealias Page = (list: [SentNotification], last: Int64)

  /// Returns the next attempts, or an empty list after a few seconds; `nil` if the task is cancelled.
  private func nextPage(after position: Int64) async throws -> Page? {
    do {
      let page = try await page(after: position)
      return Task.isCancelled ? nil : page
    } catch {
      guard Task.isCancelled else { throw error }
      return nil
    }
  }

  private func page(after position: Int64?) async throws -> Page {
    let answer = try await store.perform(.sentNotifications(after: position))
    guard case .sentNotifications(let list, let last) = answer.value else { return ([], 0) }
    return (list, last)
  }

  private func show(_ sent: SentNotification) async throws {
    let report = SentNotificationReport(
      sent, forwardResult: try await forwarding.forward(sent.signedPayload))
    try output.printEntry(report, text: report.text)
  }
}
