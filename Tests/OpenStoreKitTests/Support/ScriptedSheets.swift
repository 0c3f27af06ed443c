import OpenStoreKit
import StoreAPI
import Synchronization

/// A customer who always gives the same answer, and the sheets that they were shown.
final class ScriptedSheets: Sheets {
  /// A sheet without its product, which would hold the session that holds these.
  struct Shown {
    let terms: PurchaseSheet.Terms
    let account: String
    let device: String
    let countryCode: String
    let now: Date
  }

  private struct State {
    var shown: [Shown] = []
    var endings: [PurchaseSheet.Ending] = []
    var authentications: [String] = []
    var subscriptionSheets: [SubscriptionSheet.Content] = []
    var failures: [String?] = []
    var refundSheets: [RefundSheet] = []
    var refundFailures: [String?] = []
    var reviewSheets = 0
    var pages: [[Product.ID]] = []
    var pageFailures: [String?] = []
    var codes: [String] = []
    var codeFailures: [String?] = []
  }

  private let answer: Bool
  private let meanwhile: @Sendable () async -> Void
  private let state = Mutex(State())

  /// Which of a sheet's actions the customer chooses.
  private let chosen: @Sendable (SubscriptionSheet) -> SubscriptionSheet.Action?

  /// Which product of the App Store's page the customer chooses.
  private let chosenProduct: Product.ID?

  /// - Parameters:
  ///   - confirms: Whether the customer agrees.
  ///   - meanwhile: What happens while they think. By default other tasks run, as with a person:
  ///     otherwise an endless series of sheets would occupy the only thread of a single processor.
  ///   - chosen: Which action they choose if they agree.
  ///   - chosenProduct: Which product they choose on the App Store's page.
  init(
    confirms: Bool = true,
    meanwhile: @escaping @Sendable () async -> Void = { await Task.yield() },
    choosing chosen: @escaping @Sendable (SubscriptionSheet) -> SubscriptionSheet.Action? = {
      $0.agreement
    },
    choosingProduct chosenProduct: Product.ID? = nil
  ) {
    answer = confirms
    self.chosenProduct = chosenProduct
    self.chosen = chosen
    self.meanwhile = meanwhile
  }

  var shown: [Shown] { state.withLock { $0.shown } }
  var endings: [PurchaseSheet.Ending] { state.withLock { $0.endings } }
  var authentications: [String] { state.withLock { $0.authentications } }
  /// The sheets about subscriptions that they were shown.
  var subscriptionSheets: [SubscriptionSheet.Content] {
    state.withLock { $0.subscriptionSheets }
  }
  /// How the sheets about subscriptions were closed after a choice.
  var failures: [String?] { state.withLock { $0.failures } }

  /// The sheets about refunds that they were shown, and how they were closed after a choice.
  var refundSheets: [RefundSheet] { state.withLock { $0.refundSheets } }
  var refundFailures: [String?] { state.withLock { $0.refundFailures } }

  func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    state.withLock { $0.refundSheets.append(sheet) }
    await meanwhile()
    return answer ? RefundSheet.Choice(.legal) : nil
  }

  func finish(_ sheet: RefundSheet, failure: String?) async {
    state.withLock { $0.refundFailures.append(failure) }
  }

  /// How often they were asked for a rating.
  var reviewSheets: Int { state.withLock { $0.reviewSheets } }

  func choose(in sheet: ReviewSheet) async -> Int? {
    state.withLock { $0.reviewSheets += 1 }
    await meanwhile()
    return answer ? 4 : nil
  }

  /// The products of the App Store's pages that they were shown.
  var pages: [[Product.ID]] { state.withLock { $0.pages } }
  var pageFailures: [String?] { state.withLock { $0.pageFailures } }

  func choose(in page: AppStorePage) async -> Product? {
    state.withLock { state in
      state.pages.append(page.products.map(\.id))
      state.pageFailures.append(page.failure)
    }
    return page.products.first { $0.id == chosenProduct }
  }

  /// The offer codes that the customer types from now on, one at each sheet.
  func type(_ codes: String...) { state.withLock { $0.codes = codes } }

  /// The reports of the sheets for an offer code about the code before.
  var codeFailures: [String?] { state.withLock { $0.codeFailures } }

  func offerCode(account: String, failure: String?) async -> String? {
    state.withLock { state in
      state.codeFailures.append(failure)
      return state.codes.isEmpty ? nil : state.codes.removeFirst()
    }
  }

  func confirm(_ sheet: PurchaseSheet) async -> Bool {
    state.withLock { $0.shown.append(Shown(sheet)) }
    await meanwhile()
    return answer
  }

  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    state.withLock { $0.endings.append(ending) }
  }

  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    state.withLock { $0.subscriptionSheets.append(sheet.content) }
    await meanwhile()
    return answer ? chosen(sheet) : nil
  }

  func finish(_ sheet: SubscriptionSheet, failure: String?) async {
    state.withLock { $0.failures.append(failure) }
  }

  func authenticate(account: String) async -> Bool {
    state.withLock { $0.authentications.append(account) }
    return answer
  }
}

extension ScriptedSheets.Shown {
  init(_ sheet: PurchaseSheet) {
    self.init(
      terms: sheet.terms, account: sheet.account, device: sheet.device,
      countryCode: sheet.storefront.countryCode, now: sheet.now)
  }
}
