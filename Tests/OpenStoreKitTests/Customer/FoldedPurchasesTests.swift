import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The purchases that a device computes from the updates are those that the store would send.
@Suite(.hangLimit) struct FoldedPurchasesTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `updates lead to what the store's purchases say, or to a question`(seed: UInt64) async throws
  {
    var generator = SeededGenerator(seed: seed)
    var follower = try await Follower()
    for _ in 1...25 {
      let steps = (0...generator.roll(3)).map { _ in Step.random(using: &generator) }
      for step in steps { try await follower.perform(step, using: &generator) }
      if generator.chance(of: 3) { try await follower.follow(breakingAfter: generator.roll(4)) }
      try await follower.follow()

      if follower.known.state == .incomplete { try await follower.ask() }
      let store = try await follower.storePurchases()
      #expect(follower.known.state == .current)
      #expect(Content(try #require(follower.known.purchases)) == Content(store), "after \(steps)")
    }
  }
}

/// Something that happens in the store while a device listens.
private enum Step: Hashable {
  case buy(String)
  case buyHere(String)
  case finish
  case finishHere
  case refund
  case delete
  case expire(String)
  case renew(String, Bool)
  case renewNow(String)
  case advance(String)
  case relativeBuys(Int, String)
  case leave(Int)
  case join(Int)
  case share(Int, Bool)

  static func random(using generator: inout SeededGenerator) -> Step {
    let plans = ["subscription.standard", "subscription.pro", "subscription.premium"]
    let others = [
      "nonconsumable.car", "nonconsumable.racecar", "nonRenewing.standard",
      "consumable.fuel.octane87",
    ]
    func one(of texts: [String]) -> String {
      texts[Int.random(in: texts.indices, using: &generator)]
    }
    let relative = generator.roll(2)
    switch generator.roll(21) {
    case 0..<2: return .buy(one(of: plans))
    case 2..<5: return .buy(one(of: others))
    case 5: return .finish
    case 6: return .finishHere
    case 7: return .refund
    case 12: return .delete
    case 8: return .expire(one(of: plans))
    case 9: return .buyHere(one(of: plans + others))
    case 10..<12: return .renew(one(of: plans), generator.chance(of: 2))
    case 13..<16: return .relativeBuys(relative, one(of: plans + others))
    case 16: return .leave(relative)
    case 17: return .join(relative)
    case 20: return .renewNow(one(of: plans))
    case 18: return .share(relative, generator.chance(of: 2))
    default: return .advance(one(of: ["P3D", "P1M", "P2M"]))
    }
  }
}

/// A device that follows what happens on another one, and what the operator does.
private struct Follower {
  private let store: StoreFixture
  private let elsewhere: any StoreBackend
  private let relatives: [any StoreBackend]
  private let backend: any StoreBackend
  private let reader: SignedDataReader
  var known = KnownPurchases()

  private static let accounts = ["alice"] + names
  /// The accounts of the relatives, who share with the customer and each other.
  private static let names = ["ann", "ben"]

  init() async throws {
    store = try await StoreFixture.make()
    try await store.shareEverything()
    relatives = [
      try await store.device("gamma", of: Self.names[0]),
      try await store.device("delta", of: Self.names[1]),
    ]
    elsewhere = try await store.device("alpha").backend
    let registration = try await store.device("beta").registration
    backend = try await store.backend(of: registration)
    let device = registration.device.verificationID.uuid
    let verifier = SignedDataVerifier(
      rootCertificate: registration.rootCertificate, bundleID: registration.bundleID,
      device: device)
    reader = SignedDataReader(verifier) { _ in }
    try await ask()
  }

  mutating func ask() async throws {
    let baseline = known.baseline
    let answer = try await backend.purchases()
    _ = known.take(await reader.purchases(answer.value), at: answer.time.now, asked: baseline)
  }

  func storePurchases() async throws -> VerifiedPurchases {
    await reader.purchases(try await backend.purchases().value)
  }

  /// Takes all updates up to the last one, which has the time.
  ///
  /// If the stream breaks, the store is asked again, as the listener does.
  mutating func follow(breakingAfter count: Int = .max) async throws {
    var left = count
    var updates = backend.updates(after: try #require(known.reached)).makeLimitedIterator()
    while let answer = try await updates.next(), left > 0 {
      left -= 1
      _ = known.take(await reader.update(answer.value))
      if answer.value.change == .time { return }
    }
    known.streamEnded()
    try await ask()
  }

  /// Changes the family, if the change makes sense.
  private func change(_ command: OperatorCommand) async throws {
    do {
      _ = try await store.engine.perform(command)
    } catch StoreError.familyRefused {}
  }

  mutating func perform(_ step: Step, using generator: inout SeededGenerator) async throws {
    switch step {
    case .buy(let id): try await elsewhere.buy(id)
    case .buyHere(let id):
      try await backend.buy(id)
      known.recordGap()
      try await ask()
    case .finish:
      if let id = try await elsewhere.unfinishedIDs().first { try await elsewhere.finish(id) }
    case .finishHere:
      if let id = try await backend.unfinishedIDs().last { try await backend.finish(id) }
    case .refund:
      let all = try await store.engine.transactions(account: nil).value
      guard !all.isEmpty else { return }
      // A purchase that was already refunded is refused.
      _ = try? await store.engine.refund(all[Int.random(in: all.indices, using: &generator)].id)
    case .delete:
      let all = try await store.engine.transactions(account: nil).value
      guard let deleted = all.randomElement(using: &generator) else { return }
      // The deletion of a transaction that a relative shares is refused.
      _ = try? await store.engine.perform(.delete(transactionID: deleted.id))
    case .expire(let id):
      _ = try? await store.engine.expire(id, account: Self.accounts[generator.roll(3)])
    case .renew(let id, let isOn):
      let plan = SubscriptionReference.product(id, account: Self.accounts[generator.roll(3)])
      _ = try? await store.engine.perform(
        isOn ? .enableAutoRenew(subscription: plan) : .disableAutoRenew(subscription: plan))
    case .renewNow(let id):
      let plan = SubscriptionReference.product(id, account: Self.accounts[generator.roll(3)])
      _ = try? await store.engine.perform(.renew(subscription: plan))
    case .advance(let duration): try await store.advance(duration)
    case .relativeBuys(let relative, let id): try await relatives[relative].buy(id)
    case .leave(let relative):
      try await change(.removeFamilyMember(account: Self.names[relative]))
    case .join(let relative):
      try await change(.addFamilyMember(account: Self.names[relative], organizer: "alice"))
    case .share(let relative, let isOn):
      try await change(.setFamilySharing(isOn: isOn, account: Self.names[relative]))
    }
  }
}

/// The purchases without the dates of their signatures and in a fixed order.
private struct Content: Equatable {
  let latest: Set<TransactionPayload>
  let subscriptions: Set<[AnyHashable]>
  let planChanges: Set<[PlanChange]>
  let usedIntroductoryOffers: Set<String>

  init(_ purchases: VerifiedPurchases) {
    latest = Set(purchases.latest.map(\.payload.unsigned))
    subscriptions = Set(purchases.subscriptions.map(\.content))
    planChanges = Set(purchases.subscriptions.map(\.planChanges))
    usedIntroductoryOffers = Set(purchases.usedIntroductoryOffers)
  }
}
