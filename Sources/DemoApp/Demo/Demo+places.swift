import TerminalUI

// The keys that go to another place.
extension Demo {
  /// One key for each place, for a page over a place.
  var places: [Command] { Tab.allCases.map { command(to: $0) } }

  /// One key for each of the other places; escape goes to My Cars, unless it ends a filter.
  var otherPlaces: [Command] {
    let others = Tab.allCases.filter { $0 != tab }.map { command(to: $0) }
    let isFiltered = tab == .history && historyFilter.isShown
    guard tab != .cars, !isFiltered else { return others }
    let home = Command(
      .escape, label: title(of: .cars).lowercased(), group: .place, action: .go(.cars))
    return others + [home]
  }

  var nextPlace: Command {
    Command(
      .tab, alternatives: [.backtab], label: "places", group: .place, action: .nextPlace)
  }

  /// The place after the present one, or before it.
  ///
  /// It skips places that are still being checked.
  func place(after step: Int) -> Tab {
    let open = Tab.allCases.filter { !isEarly(for: $0) }
    let index = open.firstIndex(of: tab) ?? 0
    return open[(index + step + open.count) % open.count]
  }

  private func command(to tab: Tab) -> Command {
    Command(
      keys.key(tab.command), label: title(of: tab).lowercased(), group: .place, action: .go(tab),
      disabledReason: isEarly(for: tab) ? Self.isStillChecked : nil)
  }

  /// Whether the place shows what is known only after the launch.
  private func isEarly(for tab: Tab) -> Bool {
    launchResult == nil && (tab == .account || tab == .history)
  }

  /// A place as the first line and the help name it.
  func title(of tab: Tab) -> String {
    switch tab {
    case .cars: presentation.texts[.home]
    case .shop: "Shop"
    case .account: "Account"
    case .history: "History"
    }
  }
}

extension Demo.Tab {
  /// The command that goes to the place.
  var command: CommandName {
    switch self {
    case .cars: .cars
    case .shop: .shop
    case .account: .account
    case .history: .history
    }
  }
}
