package import TerminalUI

/// The storefront as a value: its contents, and the effects that a key or a message requests.
///
/// Nothing here reads the store or the clock. A ``Store`` has the products and purchases. Only a
/// ``LaunchResult`` can sell: before it, no screen shows Buy and no key buys.
package struct Demo: Equatable, Sendable {
  /// The places of the first line.
  package enum Tab: Hashable, CaseIterable, Sendable { case cars, shop, account, history }

  /// The place of a selection: each place keeps its own.
  enum Place: Hashable { case tab(Tab), fuelStore }

  /// The action in progress; meanwhile, nothing else can be bought or restored.
  package enum Activity: Equatable, Sendable {
    case buying(String)
    case restoring
    case loading
    /// The App Store shows a sheet about the customer's subscriptions, or about a refund.
    case sheet
  }

  package internal(set) var presentation = Presentation()
  package internal(set) var launch = LaunchState()
  /// The store as shown at the end of the last run, if the device has saved it.
  package internal(set) var lastSeen: Store?
  package internal(set) var launchResult: LaunchResult?
  /// Whether the customer had bought something before this device first ran the app.
  var isNewDevice = false
  /// The tank, by product ID.
  package internal(set) var fuel: [String: Int] = [:]
  package internal(set) var tab = Tab.cars
  /// The product whose details are open.
  package internal(set) var detail: String?
  package internal(set) var quantity = 1
  /// Whether the fuel store is open over the garage or over a car.
  package internal(set) var isFuelStoreOpen = false
  /// The number of rows by which the open product's page is scrolled.
  var scroll = 0
  /// The size of the screen, whose layout the arrows follow.
  var size = Size(columns: 80, rows: 24)
  var selections: [Place: Target] = [:]
  /// The transactions; `nil` until the history is first opened.
  package internal(set) var history: History?
  /// The lines of the history that match its filter; `nil` until the history is first opened.
  var statement: HistoryStatement?
  /// The selected transaction among those that match.
  var historyRow = 0
  /// The line of the history that was at the top of its list.
  var historyTop = 0
  package internal(set) var historyFilter = HistoryFilter()
  /// Whether the next page of the history was requested.
  var isReadingHistory = false
  /// The periods of the customer's plans; `nil` until the account is first opened.
  package internal(set) var plans: PlanHistory?
  /// Whether animations are off.
  package let reducesMotion: Bool
  /// The car that is out on a drive.
  package internal(set) var drive: Drive?
  var driveCount = 0
  package internal(set) var activity: Activity?
  /// The address of a store that has not answered a request yet.
  package internal(set) var awaitedStore: String?
  /// Whether keys go to the app because nothing covers it.
  var hasFocus = true
  /// The products whose purchase the customer has begun in the App Store, oldest first.
  var intents: [String] = []
  package internal(set) var notice: Notice?
  /// The last purchase as it is read out, while its notice is shown.
  var spokenPurchase: SpokenPurchase?
  /// The lifetime of the last notice about something that has just happened.
  var noticeLifetime: NoticeLifetime?
  /// The last notice about waiting orders of a product, while it may be shown.
  var waitingNotice: WaitingNotice?
  /// The last notice about declined refunds.
  var declinedRefunds: DeclinedRefunds?
  /// The products whose status has changed by itself since the customer last pressed a key.
  var updatedProducts: Set<String> = []
  /// The transactions that a notice about a plan has announced, and that have not arrived yet.
  ///
  /// They must be remembered: a renewal whose payment worked in a grace period has the same values as
  /// one whose payment worked at once, and it arrives after the reload that compares the statuses.
  var notifiedTransactions: Set<UInt64> = []
  /// The transactions since the customer last pressed a key, including those without a notice.
  var incomingTransactions = IncomingTransactions()
  /// The last notice about ``incomingTransactions``; `nil` if they have caused none yet.
  var incomingNotice: Notice?
  /// A notice that needs attention: until a key is pressed, new transactions are shown after it.
  var pendingNotice: Notice?

  /// The keys of the commands.
  package let keys: KeyMap

  /// - Parameters:
  ///   - presentation: How the products look, as far as it is known before the store is open.
  ///   - lastState: What this device showed last; `nil` if it has shown nothing to this account.
  ///   - reducesMotion: Whether animations are off.
  ///   - keys: The keys of the commands.
  package init(
    presentation: Presentation = Presentation(), lastState: LastState? = nil,
    reducesMotion: Bool = false, keys: KeyMap = .standard
  ) {
    self.presentation = presentation
    lastSeen = lastState?.store
    fuel = lastState?.fuel ?? [:]
    self.reducesMotion = reducesMotion
    self.keys = keys
  }
}

/// The number of answers that were verified, and the number of all.
package struct VerifiedCount: Equatable, Sendable {
  package let done: Int
  package let total: Int
}

/// The progress of the three steps.
package struct LaunchState: Equatable, Sendable {
  package internal(set) var timings: [LaunchTiming] = []
  package internal(set) var current: LaunchStep?
  /// The number of the store's answers that were verified; `nil` before the first one.
  package internal(set) var verified: VerifiedCount?
  /// Whether the steps take long enough to be shown.
  package internal(set) var isSlow = false
}

extension Demo {
  /// The reports of the code that performs the effects.
  package enum Message: Equatable, Sendable {
    case begin
    /// The controller is ready, with the products' presentation and this device's saved data.
    case opened(Presentation, lastSeen: Store?, fuel: [String: Int])
    case launch(LaunchProgress)
    /// The terminal draws emoji as they are counted.
    case emojiFit
    /// The steps take long enough to be shown.
    case launchIsSlow
    /// The store at this address was asked, and has not answered yet; `nil` when nothing waits for
    /// a store.
    case waits(store: String?)
    case launched(LaunchResult)
    /// Everything was loaded again.
    case reloaded(Store, fuel: [String: Int])
    /// The reload that "try again" requested has ended, successfully or not.
    case reloadEnded
    /// A purchase has ended; ``reloaded(_:fuel:)`` has delivered its changes.
    case ended(PurchaseEnding, product: ProductRow, quantity: Int)
    case restored(RestoreOutcome)
    /// Transactions that this run did not buy; ``reloaded(_:fuel:)`` has delivered their changes.
    case arrived([ExternalTransaction])
    case drove(String, fuel: [String: Int])
    /// One step of a drive has ended.
    case ticked(Drive)
    /// The history as far as it was read.
    case history(History)
    case plans(PlanHistory)
    /// The App Store has a message for the customer; it stays closed until its key is pressed.
    case messageCame
    /// The customer has begun the purchase of this product in the App Store.
    case intended(String)
    /// The App Store has declined the refund of a purchase; `nil` if the purchase is not known.
    case refundDeclined(HistoryEntry?)
    /// The App Store's sheet about subscriptions or a refund is closed, with a notice if there is
    /// one.
    case sheetEnded(Notice?)
    /// Something that the customer did not request has failed.
    case failed(Notice)
  }

  /// A task for the controller.
  package enum Effect: Equatable, Sendable {
    /// Run the three steps, then keep listening.
    case launch
    /// Load everything again.
    case reload
    case purchase(Buy, quantity: Int)
    /// Restore Purchases; products that the store value lacked before count as found.
    case restore(before: Store)
    /// Show the App Store's sheet of one subscription group, or of all.
    case managePlans(groupID: String?)
    /// Show the App Store's sheet for updating the payment method.
    case fixPayment
    /// Ask for an offer code.
    case redeem
    /// Show the App Store's question about a price increase.
    case answerPrice(groupID: String)
    /// Show the App Store's sheet that requests a refund of this transaction.
    case requestRefund(UInt64)
    /// Use up one unit of this fuel.
    case drive(String)
    /// Report when one step of a drive has ended.
    case tick(Drive)
    /// Load the newest pages of the transactions, as far as this transaction.
    case loadHistory(through: UInt64?)
    /// Load the next page of the transactions.
    case loadMoreHistory
    /// Load the periods of the customer's plans.
    case loadPlans
    /// Ask the terminal to put this text on the clipboard.
    case copy(String)
    case quit
  }

  /// The value from which the screens are drawn: the store, or the last one saved here.
  package var store: Store? { launchResult?.store ?? lastSeen }

  /// Whether the page shows what the customer had, which may no longer be true.
  ///
  /// My Cars shows nothing of a customer without purchases.
  private var showsLastSeen: Bool {
    guard launchResult == nil, let lastSeen else { return false }
    return tab != .cars || lastSeen.customer != .new
  }

  /// Whether it is known how the products look, and what the places are called.
  var knowsPresentation: Bool { presentation != Presentation() || launchResult != nil }

  var place: Place { isFuelStoreOpen ? .fuelStore : .tab(tab) }
}

extension Demo: Layer {
  package mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    switch event {
    case .message(let message): receive(message)
    case .input(.key(let key)): isTypingFilter ? typeFilter(key) : press(key)
    case .input(.paste(let text)): pasteIntoFilter(text)
    case .input(.choice(let index)): choose(index)
    }
  }

  package mutating func update(hasFocus: Bool) -> [Effect] {
    self.hasFocus = hasFocus
    showIntent()
    return []
  }

  package mutating func adapt(to size: Size) { self.size = size }

  package var bindings: [KeyBinding] { commands.map(\.binding) }

  package var takesText: Bool { isTypingFilter }

  /// A purchase that the customer has confirmed continues in the store while the program is stopped.
  package var stopNotice: String? {
    guard case .buying = activity, hasFocus else { return nil }
    return "1 purchase still finishing in the background"
  }

  package func draw(on frame: inout Frame) {
    var demo = self
    demo.adapt(to: frame.size)
    guard !frame.size.isTooSmall else { return TooSmallScreen().draw(on: &frame) }
    Chrome(demo: demo).draw(on: &frame)
    demo.drawContent(on: &frame)
    HistoryChoices(demo: demo).draw(on: &frame)
    demo.dimList(on: &frame)
    if demo.showsLastSeen { frame.showAsLastSeen(demo.layout.pageRows) }
  }
}
