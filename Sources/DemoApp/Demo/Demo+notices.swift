extension Demo {
  /// The notices on the screen, the latest last; what an attention card on it says is left out.
  var notices: [Notice] { notices(tellsAboutPlans ? notice?.besideCards : notice) }

  /// The notices that are read out, which include what an attention card says.
  var spokenNotices: [Notice] { notices(notice) }

  private func notices(_ last: Notice?) -> [Notice] {
    [connectionNotice, activityNotice, waitNotice, last].compactMap(\.self)
  }

  /// Whether the page has attention cards and sentences about the customer's plans.
  var tellsAboutPlans: Bool {
    !isOverPlace && !size.isSummarySize && (tab == .cars || tab == .account)
  }

  /// The text about a store that has not answered yet; `nil` if the app does not wait for one.
  var waitText: String? { awaitedStore.map { "Waiting for \($0) to answer" } }

  /// ``waitText`` as a notice; `nil` during a launch, whose own screen shows it.
  ///
  /// While the store is offline, the app asks it again and again. Then the notice appears only if
  /// the customer waits.
  private var waitNotice: Notice? {
    guard let store, store.offlineSince == nil || activity != nil else { return nil }
    return waitText.map { Notice(.attention, $0) }
  }

  /// The reason why the screen may be outdated or nothing can be bought; `nil` while the store
  /// answers.
  private var connectionNotice: Notice? {
    guard let store = launchResult?.store else { return nil }
    if store.isSignedOut { return Notice(.bad, Store.signedOut) }
    if let since = store.offlineSince {
      let reason = store.offlineReason.map { " (\($0))" } ?? ""
      return Notice(
        .attention,
        "The store has not answered since \(since.shortWithTime(in: store.timeZone)). You can use what you"
          + " own, but nothing can be bought.\(reason)")
    }
    if let clock = store.clockNotice { return Notice(.attention, clock) }
    return store.loadingFailure.map { Notice(.bad, "\($0) Press \(keys[.retry]) to try again.") }
  }

  private var activityNotice: Notice? {
    switch activity {
    case .buying(let name): Notice(.attention, "Buying \(name)")
    case .restoring: Notice(.attention, "Restoring your purchases")
    case .loading: Notice(.attention, "Asking the store")
    case .sheet: Notice(.attention, "Asking the App Store")
    case nil: nil
    }
  }
}

extension Store {
  /// A sentence about what could not be loaded, and why; `nil` if everything was loaded.
  package var loadingFailure: String? {
    productFailure.map { "The shop could not be loaded: \($0)." }
      ?? statusFailure.map {
        "The status of your subscriptions could not be loaded: \($0)."
      }
  }
}
