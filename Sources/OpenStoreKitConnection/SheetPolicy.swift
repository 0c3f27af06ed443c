/// Who answers the App Store's sheets: the purchase, the sign-in, the customer's subscriptions.
///
/// The system owns these sheets, so an app cannot draw them. On Apple's platforms a person answers them.
public enum SheetPolicy: String, CaseIterable, Sendable {
  /// Every sheet is confirmed, without asking.
  case accept
  /// Every sheet is cancelled, without asking.
  case decline
  /// The terminal asks the customer; without a terminal, the sheet is cancelled, and a sentence on
  /// standard error says so.
  case ask
}
