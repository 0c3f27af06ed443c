// Whether the store has been shown the newest transaction that the device's file has.
//
//            1 a newer one is received      2 asked            3 no answer
//   due ───────────────────────────► wanted ───────► asked ───────────────► failed
//    ▲                                 ▲  ▲           │ │                    │ │
//    │                                 │  └──5 lost───┘ │                    │ │
//    │                                 └────────────────┼──4 answered, lost──┘ │
//    │                                        6 shown   ▼                      │
//    └────────────────5 lost────────────────────────  shown ◄──────6 shown─────┘
//
// 1. While the store is connected, it is the same store: an earlier copy of its files can replace it
//    only while it is away. So once for each connection is enough, and only before something newer
//    replaces what the file has.
// 2. Not while a request of an earlier connection is under way: when it ends, it is decided anew.
// 3. The stream can stay open although one request was lost.
// 4. The answer to another request says that the store can be asked again.
// 5. A new epoch counts as a lost connection.
// 6. From each state, because a purchase shows the transaction too; but only if the connection is
//    still the one that was asked: the store that answers on the next one may be a copy.

/// Whether the store has been shown the newest transaction that the device's file has.
struct RollbackCheck: Hashable, Sendable {
  private enum State { case due, wanted, asked, failed, shown }

  private var state: State
  /// The number of times that the connection was lost.
  private(set) var connection = 0
  /// The number of requests that are under way.
  private var requests = 0

  /// Without a transaction there is nothing to show.
  init(isNeeded: Bool) { state = isNeeded ? .due : .shown }

  var isShown: Bool { state == .shown }

  /// Whether a request that shows the transaction to the store is under way.
  var isUnderWay: Bool { requests > 0 }

  /// Records that a request begins.
  ///
  /// - Returns: The connection to which the request belongs.
  mutating func begin() -> Int {
    requests += 1
    return connection
  }

  /// Records that a request has ended.
  mutating func end() { requests -= 1 }

  /// A newer transaction than that of the file was received.
  mutating func receivedNewer() {
    if state == .due { state = .wanted }
  }

  /// Decides, after the store has answered something, whether it must be shown the transaction now.
  mutating func mustAsk() -> Bool {
    guard state == .wanted, requests == 0 else { return false }
    state = .asked
    return true
  }

  /// The store was asked on a connection, and did not answer.
  mutating func failed(on connection: Int) {
    if state == .asked, connection == self.connection { state = .failed }
  }

  /// The store has answered another request.
  mutating func answered() {
    if state == .failed { state = .wanted }
  }

  /// The store was asked on a connection, and has answered.
  mutating func showed(on connection: Int) {
    if connection == self.connection { state = .shown }
  }

  /// The store no longer answers, or begins another epoch.
  mutating func lost() {
    connection += 1
    switch state {
    case .shown: state = .due
    case .asked, .failed: state = .wanted
    case .due, .wanted: break
    }
  }
}
