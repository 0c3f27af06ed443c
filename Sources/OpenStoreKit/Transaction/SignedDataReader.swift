import StoreAPI
import Synchronization

/// Verifies signed data of the store, and caches the results in memory.
///
/// No result is stored on the disk.
final class SignedDataReader: Sendable {
  private struct State {
    var known: [String: any Sendable] = [:]
    var verifications = 0
  }

  /// The highest number of cached tokens; if it is reached, the cache is emptied.
  private static let capacity = 1_000

  private let verifier: SignedDataVerifier
  private let diagnose: @Sendable (Diagnostic) -> Void
  private let state = Mutex(State())

  init(_ verifier: SignedDataVerifier, diagnose: @escaping @Sendable (Diagnostic) -> Void) {
    self.verifier = verifier
    self.diagnose = diagnose
  }

  /// The number of verifications.
  var verifications: Int { state.withLock { $0.verifications } }

  /// Decodes and verifies one token.
  ///
  /// - Throws: A ``SignatureFault`` if it cannot be decoded.
  func signed<Payload: SignedPayload>(_ jws: String) async throws(SignatureFault) -> Signed<Payload>
  {
    let known = state.withLock { $0.known[jws] }
    if let known = known as? Signed<Payload> { return known }
    let signed = Signed<Payload>(jws: jws, try await verifier.verify(jws, as: Payload.self))
    state.withLock { state in
      if state.known.count >= Self.capacity { state.known = [:] }
      state.known[jws] = signed
      state.verifications += 1
    }
    return signed
  }

  /// Decodes and verifies one token; `nil`, after a diagnostic, if it cannot be decoded.
  func read<Payload: SignedPayload>(_ jws: String) async -> Signed<Payload>? {
    do {
      return try await signed(jws)
    } catch {
      diagnose(.unreadableSignedData(reason: "\(error)"))
      return nil
    }
  }

  /// Decodes and verifies tokens, without those that cannot be decoded.
  func read<Payload: SignedPayload>(_ tokens: [String]) async -> [Signed<Payload>] {
    var read: [Signed<Payload>] = []
    for token in tokens {
      if let signed: Signed<Payload> = await self.read(token) { read.append(signed) }
    }
    return read
  }
}

extension SignedDataReader {
  /// Decodes and verifies all parts, without those that cannot be decoded.
  func holdings(_ holdings: Holdings) async -> CustomerHoldings {
    var subscriptions: [CustomerHoldings.Subscription] = []
    for signed in holdings.subscriptions {
      if let subscription = await subscription(signed) { subscriptions.append(subscription) }
    }
    return CustomerHoldings(
      latest: await read(holdings.latest).latestOfEachProduct,
      unfinished: await read(holdings.unfinished), subscriptions: subscriptions,
      usedIntroductoryOffers: holdings.usedIntroductoryOffers, sequence: holdings.sequence)
  }

  func update(_ update: StoreUpdate) async -> VerifiedUpdate {
    VerifiedUpdate(sequence: update.sequence, change: await change(update.change))
  }

  private func change(_ change: StoreUpdate.Change) async -> VerifiedUpdate.Change {
    switch change {
    case .transaction(let token): return await read(token).map { .transaction($0) } ?? .unreadable
    case .subscription(let signed):
      return await subscription(signed).map { .subscription($0) } ?? .unreadable
    case .finished(let id): return .finished(id)
    case .time: return .time
    case .products: return .products
    case .unknown: return .unreadable
    }
  }

  private func subscription(
    _ signed: SignedSubscription
  ) async -> CustomerHoldings.Subscription? {
    guard let transaction: Signed<TransactionPayload> = await read(signed.signedTransaction),
      let renewalInfo: Signed<RenewalInfoPayload> = await read(signed.signedRenewalInfo)
    else { return nil }
    return CustomerHoldings.Subscription(
      signed: signed, transaction: transaction, renewalInfo: renewalInfo)
  }
}
