import StoreAPI

// A customer's command may have been performed although its answer was lost. A copy that was sent
// again is then answered as if nothing had to change, or is refused. So the store is asked afterwards
// what the customer holds:
//
//        answer        holdings as asked              end
//   1    changed       –                              changed
//   2    any other     yes                            changed
//   3    unchanged     no, or they do not say         unchanged
//   4    refused       no, do not say, or not read    refused
//   5    lost          no, do not say, or not read    unknown: a copy may still arrive
//   6    unchanged     not read                       unknown

/// How a customer's command ended.
enum CommandEnd: Equatable, Sendable {
  case performed(isChanged: Bool)
  case refused(StoreFault)
  /// It is not known whether the store has performed the command, or will.
  case unknown(StoreFault)

  /// - Parameters:
  ///   - answer: The store's answer: whether something changed.
  ///   - isFulfilled: Whether the customer's holdings are as the command asks, `nil` if they do not
  ///     say; a failure if the store could not be asked for them.
  init(_ answer: Result<Bool, StoreFault>, isFulfilled: Result<Bool?, StoreFault>) {
    switch (answer, isFulfilled) {
    case (.success(true), _), (_, .success(true)): self = .performed(isChanged: true)
    case (.success(false), .success): self = .performed(isChanged: false)
    case (.failure(.unavailable(let reason)), .success): self = .unknown(.unavailable(reason))
    case (.success(false), .failure(let fault)), (.failure(.unavailable), .failure(let fault)):
      self = .unknown(fault)
    case (.failure(let fault), _): self = .refused(fault)
    }
  }
}

extension CommandEnd {
  /// Whether the customer has to be asked again, because what they were shown is not so any more.
  var isOutdated: Bool {
    switch self {
    case .refused(.priceChanged), .refused(.noPriceIncrease), .refused(.unknownProduct): true
    default: false
    }
  }

  /// Why it failed, for the sheet in which it was chosen.
  var failure: String? {
    switch self {
    case .performed: nil
    case .refused(.noPriceIncrease): "the store does not ask for an answer any more"
    case .refused(let fault): fault.description
    case .unknown(let fault): Self.sentence(fault)
    }
  }

  /// Whether it changed something.
  ///
  /// - Throws: ``StoreKitError``.
  var outcome: StoreSession.SheetOutcome {
    get throws {
      switch self {
      case .performed(let isChanged): return isChanged ? .changed : .unchanged
      case .refused(let fault): throw fault.storeKitError
      case .unknown(let fault):
        let text = [NSLocalizedDescriptionKey: Self.sentence(fault)]
        throw StoreKitError.networkError(URLError(.networkConnectionLost, userInfo: text))
      }
    }
  }

  private static func sentence(_ fault: StoreFault) -> String {
    "it is not known whether this has happened: \(fault). It may still happen. Look at your "
      + "subscriptions when the store answers again, and choose again only if nothing has changed"
  }
}
