// A plan that a family member pays for and manages.
extension StatusText {
  /// Sentences about the customer's access, and who manages the plan.
  var shared: [String] {
    let failed = "Your family's payment failed."
    switch status.situation {
    case .sharedGrace:
      let until = status.renewal.gracePeriodExpirationDate ?? status.end
      return ["\(failed) You keep access to \(name) until \(dates.full(until)).", payer]
    case .sharedRetry: return ["\(failed) \(name) is paused until it works.", payer]
    default:
      let end = status.renewal.willAutoRenew ? [] : ["It will expire on \(dates.full(status.end))."]
      return ["Your family shares \(name) with you."] + end + [payer]
    }
  }

  private var payer: String { "The family member who pays for it manages it." }
}
