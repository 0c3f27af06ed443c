package import TerminalUI

// What a line terminal reads out: the events, and the screen once it has its content.
extension Demo {
  /// The notices that a line terminal prints; the spoken form of a purchase has its price.
  ///
  /// Before the screen has its content, they also include what the screen waits for.
  package var announcements: [Announcement] {
    let shown = spokenNotices
    let waiting = waitingFor.flatMap { text in
      shown.contains { $0.text == text } ? nil : Announcement(text)
    }
    return [waiting].compactMap(\.self)
      + shown.map { notice in
        Announcement(
          notice.text, spoken: spokenPurchase?.notice == notice ? spokenPurchase?.sentence : nil)
      }
  }

  /// Whether the launch has ended, and the history has been read if its tab is open.
  package var isSettled: Bool { launchResult != nil && !isAwaitingHistory }

  private var isAwaitingHistory: Bool {
    tab == .history && detail == nil && !isFuelStoreOpen && history == nil
  }

  /// A sentence about what a screen without its content waits for; `nil` before a launch takes long.
  private var waitingFor: String? {
    guard launchResult == nil else { return isAwaitingHistory ? HistoryScreen.waitingText : nil }
    return waitText ?? (launch.isSlow ? presentation.texts[.launching] : nil)
  }
}
