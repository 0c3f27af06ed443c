import AppStorePayloads
import StoreAPI

// Asking for a rating of the app.
extension StoreSession {
  /// Shows the sheet for a rating, unless this device has asked too often; a diagnostic says why not.
  ///
  /// In a test session it is shown each time. While it is open, another request changes nothing.
  func requestReview() async {
    await openSheets.showOnce(.review) { await askForRating() }
  }

  private func askForRating() async {
    guard let app = try? device.read().bundleID else { return }
    let version = environment.appVersion
    if let refusal = countReviewPrompt(version: version) {
      return environment.diagnose(.reviewNotAsked(refusal))
    }
    let sheet = ReviewSheet(id: environment.makeUUID(), app: app)
    guard let stars = await sheets.choose(in: sheet) else { return }
    let date = now
    persistence.keep { record in
      var prompts = record.reviews ?? ReviewPrompts()
      prompts.rate(stars, version: version, at: date)
      record.reviews = prompts
    }
  }

  /// Counts a prompt in the device's file, which several copies of the app may share.
  ///
  /// - Returns: The reason why the customer is not asked, in which case nothing is counted; `nil`
  ///   if they are.
  private func countReviewPrompt(version: String) -> ReviewError? {
    let (date, isTest) = (now, storeEnvironment == .xcode)
    var refusal: ReviewError?
    persistence.keep { record in
      var prompts = record.reviews ?? ReviewPrompts()
      refusal = isTest ? nil : prompts.refusal(at: date, version: version)
      guard refusal == nil else { return }
      prompts.prompt(at: date)
      record.reviews = prompts
    }
    return refusal
  }
}
