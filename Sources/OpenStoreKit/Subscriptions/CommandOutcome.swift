import StoreAPI

// A customer's command may have been performed although its answer was lost. If a copy is then sent
// again, the store answers that nothing had to change, or refuses it. So the session asks the store
// afterwards for the customer's purchases:
//
//        answer        purchases as asked              end
//   1    changed       –                              changed
//   2    any other     yes                            changed
//   3    unchanged     no, or they do not say         unchanged
//   4    refused       no, do not say, or not read    refused
//   5    lost          no, do not say, or not read    unknown: a copy may still arrive
//   6    unchanged     not read                       unknown

/// The outcome of a customer's command.
enum CommandOutcome: Equatable, Sendable {
  case performed(isChanged: Bool)
  case refused(StoreError)
  /// It is not known whether the store has performed the command, or will.
  case unknown(StoreError)

  /// - Parameters:
  ///   - answer: The store's answer: whether something changed.
  ///   - isFulfilled: Whether the customer's purchases are as the command asks, `nil` if they do not
  ///     say; a failure if the store could not be asked for them.
  init(_ answer: Result<Bool, StoreError>, isFulfilled: Result<Bool?, StoreError>) {
    switch (answer, isFulfilled) {
    case (.success(true), _), (_, .success(true)): self = .performed(isChanged: true)
    case (.success(false), .success): self = .performed(isChanged: false)
    case (.failure(.unavailable(let reason)), .success):
      self = .unknown(.unavailable(reason: reason))
    case (.success(false), .failure(let error)), (.failure(.unavailable), .failure(let error)):
      self = .unknown(error)
    case (.failure(let error), _): self = .refused(error)
    }
  }
}

extension CommandOutcome {
  /// Whether the customer has to be asked again, because what they were shown is no longer true.
  var isOutdated: Bool {
    switch self {
    case .refused(.priceChanged), .refused(.noPriceIncrease), .refused(.unknownProduct): true
    default: false
    }
  }

  /// The reason why it failed, for the sheet in which it was chosen.
  var failure: String? {
    switch self {
    case .performed: nil
    case .refused(.noPriceIncrease): "the store no longer asks for an answer"
    case .refused(let error): error.localSentence
    case .unknown(let error): Self.sentence(error)
    }
  }

  /// Whether it changed something.
  ///
  /// - Throws: ``StoreKitError``.
  var outcome: StoreSession.SheetOutcome {
    get throws {
      switch self {
      case .performed(let isChanged): return isChanged ? .changed : .unchanged
      case .refused(let error): throw error.storeKitError
      case .unknown(let error):
        let text = [NSLocalizedDescriptionKey: Self.sentence(error)]
        throw StoreKitError.networkError(URLError(.networkConnectionLost, userInfo: text))
      }
    }
  }

  private static func sentence(_ error: StoreError) -> String {
    "the result of this change is unknown: \(error.localSentence). The change may still happen. Look at "
      + "your subscriptions when the store answers again, and choose again only if nothing has changed"
  }
}
