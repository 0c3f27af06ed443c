import StoreAPI

/// How an order ended.
enum OrderEnd: Sendable {
  case sold(PurchaseOutcome, PurchaseSheet.Ending)
  /// The store refused, and no copy of the order will be sold.
  case refused(StoreFault)
  /// It is not known whether the store sold, and this is why; the order's key stays open.
  case unknown(StoreFault)
  /// The machine or the answer was no good.
  case failed(StoreKitError)

  /// What the sheet says.
  var ending: PurchaseSheet.Ending {
    switch self {
    case .sold(_, let ending): ending
    case .refused(let fault), .unknown(let fault): .failed(fault.description)
    case .failed(let error): .failed(error.localizedDescription)
    }
  }
}

extension OrderEnd {
  /// What a purchase that went through means for the customer.
  init(
    _ purchase: Purchase, _ result: VerificationResult<Transaction>, quote: Quote
  ) {
    let date = purchase.scheduled ? quote.effectiveDate(orEndOf: result) : nil
    let outcome = PurchaseOutcome(
      result: .success(result), alreadyOwned: purchase.alreadyOwned, scheduledDate: date)
    if let date {
      self = .sold(outcome, .scheduled(date))
    } else {
      self = .sold(outcome, purchase.alreadyOwned ? .alreadyOwned : .purchased)
    }
  }
}

extension Quote {
  /// When a scheduled change takes effect: as quoted, else at the end of the current period.
  fileprivate func effectiveDate(orEndOf result: VerificationResult<Transaction>) -> Date? {
    if case .change(_, let date) = effect { return date }
    return result.unsafePayloadValue.expirationDate
  }
}
