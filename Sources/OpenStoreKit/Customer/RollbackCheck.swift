// Whether the store has been shown the newest transaction that the device's file has.
//
//                1 a newer one is received        2 asked
//   due ─────────────────────────────────► wanted ───────► asked
//    ▲ │                                       ▲             │ │
//    │ └──────────3 shown──────────┐           └─4 lost──────┘ │
//    │                             ▼                           │
//    └──────────4 lost────────── shown ◄──────3 shown──────────┘
//
// 1. While the store is connected, it is the same store: an earlier copy of its files can only
// replace
//    it while it is away. So once for each connection is enough, and only before something newer
//    replaces what the file has.
// 5. A new epoch leads to due, or stays wanted.

/// Whether the store has been shown the newest transaction that the device's file has.
enum RollbackCheck: Hashable, Sendable {
  case due, wanted, asked, shown

  /// Without a transaction there is nothing to show.
  init(isNeeded: Bool) { self = isNeeded ? .due : .shown }

  /// A newer transaction than that of the file was received.
  mutating func receivedNewer() {
    if self == .due { self = .wanted }
  }

  /// The store has answered something.
  ///
  /// - Returns: Whether it must be shown the transaction now.
  mutating func mustAsk() -> Bool {
    guard self == .wanted else { return false }
    self = .asked
    return true
  }

  /// The store no longer answers, or begins another epoch.
  mutating func lost() {
    switch self {
    case .shown: self = .due
    case .asked: self = .wanted
    case .due, .wanted: break
    }
  }
}
