import OpenStoreKit
import Synchronization

/// A customer who always gives the same answer, and the sheets that they were shown.
final class ScriptedSheets: Sheets {
  private struct State {
    var shown: [PurchaseSheet] = []
    var endings: [PurchaseSheet.Ending] = []
    var authentications: [String] = []
  }

  private let answer: Bool
  private let meanwhile: @Sendable () async -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - confirms: Whether the customer agrees.
  ///   - meanwhile: What happens while they think.
  init(confirms: Bool = true, meanwhile: @escaping @Sendable () async -> Void = {}) {
    answer = confirms
    self.meanwhile = meanwhile
  }

  var shown: [PurchaseSheet] { state.withLock { $0.shown } }
  var endings: [PurchaseSheet.Ending] { state.withLock { $0.endings } }
  var authentications: [String] { state.withLock { $0.authentications } }

  func confirm(_ sheet: PurchaseSheet) async -> Bool {
    state.withLock { $0.shown.append(sheet) }
    await meanwhile()
    return answer
  }

  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    state.withLock { $0.endings.append(ending) }
  }

  func authenticate(account: String) async -> Bool {
    state.withLock { $0.authentications.append(account) }
    return answer
  }
}
