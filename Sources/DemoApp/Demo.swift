package import TerminalUI

/// The storefront as a value: what it shows, and what it wants done about a key or a message.
///
/// Nothing here asks the store or the clock. What is on the shelves and what is owned comes as a
/// ``Store``, and the right to sell as a ``Personalised``: before that there is no Buy, neither on
/// a screen nor among the keys.
package struct Demo: Equatable, Sendable {
  /// The places of the first line.
  package enum Tab: Hashable, CaseIterable, Sendable { case cars, shop, account, history }

  /// Where a selection is kept: each place has its own.
  enum Place: Hashable { case tab(Tab), fuelStore }

  /// What is being done; while it is, nothing else can be bought or restored.
  package enum Activity: Equatable, Sendable {
    case buying(String)
    case restoring
    case loading
  }

  package internal(set) var presentation: Presentation
  package internal(set) var launch = LaunchState()
  /// What was shown here at the end of the last run, if the device has it.
  package internal(set) var lastSeen: Store?
  package internal(set) var personalised: Personalised?
  package internal(set) var fuel: [String: Int]
  package internal(set) var tab = Tab.cars
  /// The product whose details are open.
  package internal(set) var detail: String?
  package internal(set) var quantity = 1
  /// Whether the fuel store stands over the garage or over a car.
  package internal(set) var isFuelStoreOpen = false
  /// How many rows of the open product's page are scrolled away.
  var scroll = 0
  /// The screen: the arrows follow what stands beside and below on it.
  var size = Size(columns: 80, rows: 24)
  var selections: [Place: Target] = [:]
  /// The transactions, from when they are first looked at.
  package internal(set) var history: History?
  /// The selected row of the history.
  var historyRow = 0
  /// Whether nothing may move by itself.
  package let reducesMotion: Bool
  /// The car that is out on a drive.
  package internal(set) var drive: Drive?
  var driveCount = 0
  package internal(set) var activity: Activity?
  package internal(set) var notice: Notice?

  /// - Parameters:
  ///   - presentation: How the products look.
  ///   - lastSeen: What was shown here at the end of the last run.
  ///   - fuel: The tank, by product ID.
  ///   - reducesMotion: Whether nothing may move by itself.
  package init(
    presentation: Presentation = Presentation(), lastSeen: Store? = nil, fuel: [String: Int] = [:],
    reducesMotion: Bool = false
  ) {
    self.presentation = presentation
    self.lastSeen = lastSeen
    self.fuel = fuel
    self.reducesMotion = reducesMotion
  }
}

/// How far the three steps are.
package struct LaunchState: Equatable, Sendable {
  package internal(set) var timings: [LaunchTiming] = []
  package internal(set) var current: LaunchStep?
  /// Whether the steps take so long that they are worth showing.
  package internal(set) var isSlow = false
  /// Whether the customer looks at what was seen last while the steps go on.
  package internal(set) var isLookingBack = false
}

extension Demo {
  /// What the demo is told by the code that performs its effects.
  package enum Message: Equatable, Sendable {
    case begin
    /// The shop's door is open: how the products look, and what this device remembers.
    case opened(Presentation, lastSeen: Store?, fuel: [String: Int])
    case launch(LaunchProgress)
    /// The steps take so long that they are worth showing.
    case launchIsSlow
    case personalised(Personalised)
    /// Everything was asked again.
    case reloaded(Store, fuel: [String: Int])
    /// What was asked for with "try again" is here, or is still not.
    case reloadEnded
    /// A purchase has ended; what it changed is in the store that comes with it.
    case ended(PurchaseEnding, product: ProductRow, quantity: Int)
    case restored(RestoreEnding)
    case arrived(ExternalTransaction)
    case drove(String, fuel: [String: Int])
    /// The time of one step of a drive is over.
    case ticked(Drive)
    case history(History)
    /// Something from elsewhere went wrong.
    case failed(Notice)
  }

  /// What the demo wants done.
  package enum Effect: Equatable, Sendable {
    /// Run the three steps, then keep listening.
    case launch
    /// Ask everything again.
    case reload
    case purchase(Buy, quantity: Int)
    /// Restore Purchases; the store before it tells what is found.
    case restore(before: Store)
    /// Use up one unit of this fuel.
    case drive(String)
    /// Say when one step of a drive is over.
    case tick(Drive)
    /// Ask for all transactions.
    case loadHistory
    case quit
  }

  /// What the screens are drawn from: the store, or what was last seen of it.
  package var store: Store? { personalised?.store ?? (launch.isLookingBack ? lastSeen : nil) }

  var place: Place { isFuelStoreOpen ? .fuelStore : .tab(tab) }

  /// Whether the launch has the whole screen.
  var isLaunching: Bool { store == nil }
}

extension Demo: Layer {
  package mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    switch event {
    case .message(let message): receive(message)
    case .input(.key(let key)): press(key)
    case .input(.paste): []
    }
  }

  package mutating func adapt(to size: Size) { self.size = size }

  package var bindings: [KeyBinding] { commands.map(\.binding) }

  package func draw(on frame: inout Frame) {
    var demo = self
    demo.adapt(to: frame.size)
    Chrome(demo: demo).draw(on: &frame)
    demo.page.draw(on: &frame, in: demo.layout.content, scroll: scroll)
  }
}
