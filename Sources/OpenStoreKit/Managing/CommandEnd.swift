import StoreAPI

// A customer's command may have been performed although its answer was lost, and a copy that was sent
// again is then answered as if it had come first: nothing had to change, or it is refused. So what the
// customer holds afterwards decides, by these rows:
//
//        answer        is it as the command asks?     end
//   1    changed       –                              changed
//   2    any other     yes                            changed
//   3    unchanged     no                             unchanged
//   4    refused       no, or not known               refused
//   5    lost          no                             refused: it has not happened
//   6    unchanged     not known                      unknown
//   7    lost          not known                      unknown

/// How a customer's command ended.
enum CommandEnd: Equatable, Sendable {
  case performed(isChanged: Bool)
  case refused(StoreFault)
  /// It is not known whether the store has performed it, because the store cannot be reached.
  case unknown(StoreFault)

  /// - Parameters:
  ///   - answer: The store's answer: whether something changed.
  ///   - isDone: Whether the customer's holdings are as the command asks; a failure if the store could
  ///     not be asked for them.
  init(_ answer: Result<Bool, StoreFault>, isDone: Result<Bool, StoreFault>) {
    switch (answer, isDone) {
    case (.success(true), _), (_, .success(true)): self = .performed(isChanged: true)
    case (.success(false), .success(false)): self = .performed(isChanged: false)
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
    "it is not known whether this has happened: \(fault). Look at your subscriptions when the store "
      + "answers again, and choose again only if nothing has changed"
  }
}
