import AppStorePayloads
import StoreAPI
import Synchronization
import TaskScheduling

/// Verifies signed data of the store, each token once in the process; see ``VerificationCache``.
///
/// No result is stored on the disk.
final class SignedDataReader: Sendable {
  private let verifier: SignedDataVerifier
  private let cache: VerificationCache
  private let diagnose: @Sendable (Diagnostic) -> Void
  private let count = Atomic(0)

  init(
    _ verifier: SignedDataVerifier, cache: VerificationCache = .process,
    diagnose: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.verifier = verifier
    self.cache = cache
    self.diagnose = diagnose
  }

  /// The number of verifications by this reader.
  var verifications: Int { count.load(ordering: .relaxed) }

  /// Decodes and verifies one token; `adding` says whether the cache keeps it.
  ///
  /// - Throws: A ``SignatureError`` if it cannot be decoded.
  func signed<Payload: SignedPayload>(
    _ jws: String, adding: Bool = true
  ) async throws(SignatureError) -> Signed<Payload> {
    let key = VerificationCache.Key(jws, verifier.trust)
    if let known: Signed<Payload> = cache.verified(key) { return known }
    let signed = Signed<Payload>(jws: jws, try await verifier.verify(jws, as: Payload.self))
    if adding { cache.insert(signed, for: key) }
    count.add(1, ordering: .relaxed)
    return signed
  }

  /// Decodes and verifies one token; `nil`, after a diagnostic, if it cannot be decoded.
  func read<Payload: SignedPayload>(
    _ jws: String, adding: Bool = true
  ) async -> Signed<Payload>? {
    do {
      return try await signed(jws, adding: adding)
    } catch {
      diagnose(.unreadableSignedData(reason: "\(error)"))
      return nil
    }
  }

  /// Decodes and verifies tokens on all processors at once; leaves out those that cannot be decoded.
  func read<Payload: SignedPayload>(_ tokens: [String]) async -> [Signed<Payload>] {
    let adding = tokens.count <= cache.listLimit
    return await tokens.concurrentMap { await self.read($0, adding: adding) }.compactMap(\.self)
  }
}

extension SignedDataReader {
  /// Decodes and verifies all parts; leaves out those that cannot be decoded.
  func purchases(_ purchases: CustomerPurchases) async -> VerifiedPurchases {
    var subscriptions: [VerifiedPurchases.Subscription] = []
    for signed in purchases.subscriptions {
      if let subscription = await subscription(signed) { subscriptions.append(subscription) }
    }
    var answer = VerifiedPurchases(
      latest: await read(purchases.latest),
      subscriptions: subscriptions, usedIntroductoryOffers: purchases.usedIntroductoryOffers,
      orders: purchases.orders ?? [], sequence: purchases.sequence)
    answer.forgetEarlier()
    return answer
  }

  func update(_ update: StoreUpdate) async -> VerifiedUpdate {
    VerifiedUpdate(sequence: update.sequence, change: await change(update))
  }

  private func change(_ update: StoreUpdate) async -> VerifiedUpdate.Change {
    switch update.change {
    case .transaction(let token):
      let subscription = await subscription(update.subscription)
      return await read(token).map { .transaction($0, subscription) } ?? .unreadable
    case .subscription(let signed):
      return await subscription(signed).map { .subscription($0) } ?? .unreadable
    case .finished(let id): return .finished(id)
    case .deleted(let id): return .deleted(id)
    case .orders: return .orders
    case .refundRequest(let request): return .refundRequest(request)
    case .time: return .time
    case .products: return .products
    case .unknown: return .unreadable
    }
  }

  private func subscription(
    _ signed: SignedSubscription?
  ) async -> VerifiedPurchases.Subscription? {
    guard let signed,
      let transaction: Signed<TransactionPayload> = await read(signed.signedTransaction),
      let renewalInfo: Signed<RenewalInfoPayload> = await read(signed.signedRenewalInfo)
    else { return nil }
    return VerifiedPurchases.Subscription(
      signed: signed, transaction: transaction, renewalInfo: renewalInfo)
  }
}
