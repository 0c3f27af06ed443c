import StoreAPI

/// How an order ended.
enum OrderEnd: Equatable, Sendable {
  case sold(Signed<TransactionPayload>, Sale)
  /// Something else must happen first.
  case pending
  case cancelled
  /// The store refused, and no copy of the order will be sold.
  case refused(StoreFault)
  /// It is not known whether the store sold, and this is why; the order's key stays open.
  case unknown(StoreFault)
  case failed(OrderFailure)
}

/// What a purchase that went through means for the customer.
enum Sale: Equatable, Sendable {
  case purchased
  case alreadyOwned
  /// The plan changes on this date, and nothing was charged.
  case scheduled(Date)
}

/// Why an order failed on this side.
enum OrderFailure: Equatable, Sendable {
  case storefrontDeclined
  /// Its key cannot be written down, so it was not sent.
  case notKept(DeviceStoreFault)
  /// The store sold, and its answer cannot be read.
  case unreadable(SignatureFault)
}

extension Sale {
  init(_ purchase: Purchase, _ signed: Signed<TransactionPayload>, _ quote: Quote) {
    let date = purchase.scheduled ? quote.effectiveDate ?? signed.payload.expiresDate : nil
    self = date.map(Sale.scheduled) ?? (purchase.alreadyOwned ? .alreadyOwned : .purchased)
  }
}

extension Quote {
  fileprivate var effectiveDate: Date? {
    guard case .change(_, let date) = effect else { return nil }
    return date
  }
}

extension OrderEnd {
  /// What the sheet says.
  var ending: PurchaseSheet.Ending {
    switch self {
    case .sold(_, .purchased): .purchased
    case .sold(_, .alreadyOwned): .alreadyOwned
    case .sold(_, .scheduled(let date)): .scheduled(date)
    case .pending: .pending
    case .cancelled: .failed(StoreKitError.userCancelled.localizedDescription)
    case .refused(let fault), .unknown(let fault): .failed(fault.description)
    case .failed(let failure): .failed(failure.error.localizedDescription)
    }
  }

  /// What the app is told.
  ///
  /// - Throws: What a purchase throws.
  func outcome(
    _ result: (Signed<TransactionPayload>) -> VerificationResult<Transaction>
  ) throws -> PurchaseOutcome {
    switch self {
    case .sold(let signed, let sale):
      var outcome = PurchaseOutcome(result: .success(result(signed)))
      if case .scheduled(let date) = sale { outcome.scheduledDate = date }
      outcome.alreadyOwned = sale == .alreadyOwned
      return outcome
    case .pending: return PurchaseOutcome(result: .pending)
    case .cancelled: return PurchaseOutcome(result: .userCancelled)
    case .refused(let fault), .unknown(let fault): throw fault.purchaseError
    case .failed(let failure): throw failure.error
    }
  }
}

extension OrderFailure {
  var error: StoreKitError {
    switch self {
    case .storefrontDeclined: .notAvailableInStorefront
    case .notKept(let fault): .systemError(fault)
    case .unreadable(let fault): .systemError(SystemErrorReason(fault.description))
    }
  }
}
