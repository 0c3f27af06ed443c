import Synchronization

/// The App Store's sheets that are open; of each kind, only one can be open at a time.
final class OpenSheets: Sendable {
  enum Kind {
    case appStorePage
    case review
  }

  private let kinds = Mutex<Set<Kind>>([])

  /// Shows a sheet, unless one of its kind is open.
  func showOnce(_ kind: Kind, _ show: () async -> Void) async {
    guard kinds.withLock({ $0.insert(kind).inserted }) else { return }
    defer { kinds.withLock { _ = $0.remove(kind) } }
    await show()
  }
}
