// A plan that a family member pays for and manages.
extension StatusText {
  /// What the customer has of it, and who can change that.
  var shared: [String] {
    let failed = "Your family's payment did not work."
    switch status.situation {
    case .sharedGrace:
      let until = status.renewal.gracePeriodExpirationDate ?? status.end
      return ["\(failed) \(name) goes on until \(until.short).", payer]
    case .sharedRetry: return ["\(failed) \(name) is paused until it does.", payer]
    default:
      let end = status.renewal.willAutoRenew ? [] : ["It will expire on \(status.end.short)."]
      return ["Your family shares \(name) with you."] + end + [payer]
    }
  }

  private var name: String { store.name(of: status.renewal.currentProductID) }
  private var payer: String { "The family member who pays for it manages it." }
}
