import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport

/// A random history of two families of four in one store, and a naive model of what they share.
///
/// Each member has three devices. The families buy different products, so that what crosses from one
/// to the other is seen.
struct FamilyHistory {
  /// The products that the two families buy.
  private static let goods = [
    [
      "nonconsumable.car", "nonconsumable.utilityvehicle", "subscription.standard",
      "subscription.pro",
    ],
    ["nonconsumable.racecar", "subscription.premium"],
  ]

  private struct Member {
    let name: String
    let family: Int
    let number: UInt64
    var devices: [any StoreBackend] = []
    var isIn = true
    var isSharing = true
    /// The transactions of their own cars, by product.
    var cars: [String: TransactionID] = [:]
    var refunded: [String: TransactionID] = [:]
  }

  /// The errors; empty if the model is right.
  private(set) var reports: [String] = []
  private let store: StoreFixture
  private var generator: SeededGenerator
  private var members: [Member] = []
  private var steps: [String] = []

  /// Performs this many random steps.
  init(seed: UInt64, steps: Int) async throws {
    store = try await StoreFixture.make(account: "a0")
    generator = SeededGenerator(seed: seed)
    try await store.shareEverything()
    try await makeFamilies()
    for _ in 0..<steps {
      try await act()
      try await check(generator.roll(8), generator.roll(3))
    }
    for index in members.indices { try await checkDevices(index) }
  }

  private mutating func makeFamilies() async throws {
    for number in 0..<8 {
      let name = "\(number < 4 ? "a" : "b")\(number % 4)"
      var member = Member(name: name, family: number / 4, number: UInt64(number + 1))
      for device in 0..<3 {
        member.devices.append(try await store.device("phone-\(device)", of: name))
      }
      members.append(member)
    }
    for number in 1..<8 where number != 4 { try await addToFamily(number) }
  }

  private mutating func act() async throws {
    let index = generator.roll(8)
    let roll = generator.roll(24)
    steps.append("\(members[index].name) \(roll)")
    switch roll {
    case 0..<7: try await buy(index)
    case 7, 8: try await refund(index)
    case 9, 10: try await reverse(index)
    case 11, 12: try await changePlan(index)
    case 13, 14: try await store.advance(["P3D", "P1M", "P16D"][generator.roll(3)])
    case 15, 16: try await leave(index)
    case 17, 18: try await add(index)
    case 19, 20: try await toggleSharing(index)
    case 21, 22: try await delete(index)
    default: try await deliver(index)
    }
  }
}

// MARK: - Steps

extension FamilyHistory {
  private mutating func buy(_ index: Int) async throws {
    let goods = Self.goods[members[index].family]
    let device = members[index].devices[generator.roll(3)]
    let product = goods[generator.roll(goods.count)]
    let bought =
      generator.roll(4) == 0
      ? try await buyAsOperator(product, index) : try await device.buy(product).transaction()
    guard bought.type == .nonConsumable else { return }
    members[index].cars[bought.productId] = bought.transactionId
  }

  private mutating func buyAsOperator(
    _ product: String, _ index: Int
  ) async throws -> TransactionPayload {
    let purchase = OperatorPurchase(
      order: Order(key: OrderKey(UUID()), productID: product), account: members[index].name)
    let result = try await store.engine.perform(.buy(purchase: purchase)).value
    guard case .bought(let bought, _, _) = result else { throw UnexpectedResult(result: result) }
    return bought.transaction
  }

  /// Deletes a car that is theirs, or else one that was refunded.
  private mutating func delete(_ index: Int) async throws {
    let cars = members[index].cars.merging(members[index].refunded) { own, _ in own }
    guard let (product, id) = cars.min(by: { $0.key < $1.key }) else { return }
    _ = try await store.engine.perform(.delete(transactionID: id))
    if members[index].cars.removeValue(forKey: product) == nil {
      members[index].refunded[product] = nil
    }
  }

  private mutating func refund(_ index: Int) async throws {
    guard let (product, id) = members[index].cars.min(by: { $0.key < $1.key }) else { return }
    _ = try await store.engine.refund(id)
    members[index].cars[product] = nil
    members[index].refunded[product] = id
  }

  private mutating func reverse(_ index: Int) async throws {
    let reversible = members[index].refunded.filter { members[index].cars[$0.key] == nil }
    guard let (product, id) = reversible.min(by: { $0.key < $1.key }) else { return }
    _ = try await store.engine.perform(.reverseRefund(transactionID: id))
    members[index].refunded[product] = nil
    members[index].cars[product] = id
  }

  /// Ends, refunds or fails the member's own plan, if there is one to which it applies.
  ///
  /// What then becomes of it is a law of one customer's ledger; here the others must follow.
  private mutating func changePlan(_ index: Int) async throws {
    let plans = try await members[index].devices[0].plans(.purchased)
    guard let plan = plans.first else { return }
    let reference = SubscriptionReference.product(plan.productID, account: members[index].name)
    let commands: [OperatorCommand] = [
      .expire(subscription: reference), .disableAutoRenew(subscription: reference),
      .failBilling(subscription: reference), .recoverBilling(subscription: reference),
      .renew(subscription: reference), .extend(subscription: reference, days: 5),
      .refund(transactionID: plan.transactionID), .reverseRefund(transactionID: plan.transactionID),
      .delete(transactionID: plan.transactionID),
    ]
    _ = try? await store.engine.perform(commands[generator.roll(commands.count)])
  }

  private mutating func leave(_ index: Int) async throws {
    guard members[index].isIn else { return }
    _ = try await store.engine.perform(.removeFamilyMember(account: members[index].name))
    // Without its organizer a family ends.
    for other in members.indices
    where other == index
      || (index % 4 == 0 && members[other].family == members[index].family)
    {
      members[other].isIn = false
    }
  }

  private mutating func add(_ index: Int) async throws {
    guard !members[index].isIn else { return }
    // A new family has its organizer at once.
    for joining in Set([members[index].family * 4, index]) where !members[joining].isIn {
      members[joining].isIn = true
      members[joining].isSharing = true
    }
    try await addToFamily(index)
  }

  private func addToFamily(_ index: Int) async throws {
    let organizer = members[members[index].family * 4].name
    _ = try await store.engine.perform(
      .addFamilyMember(account: members[index].name, organizer: organizer))
  }

  private mutating func toggleSharing(_ index: Int) async throws {
    guard members[index].isIn else { return }
    members[index].isSharing.toggle()
    _ = try await store.engine.perform(
      .setFamilySharing(isOn: members[index].isSharing, account: members[index].name))
  }

  private mutating func deliver(_ index: Int) async throws {
    let device = members[index].devices[generator.roll(3)]
    for jws in try await device.unfinished() {
      _ = try await device.finish(TransactionPayload.decoded(from: jws).transactionId)
    }
  }
}

// MARK: - What a member has

extension FamilyHistory {
  /// Compares what a device has with the model.
  private mutating func check(_ index: Int, _ device: Int) async throws {
    let member = members[index]
    let sharing = members.indices.filter { other in
      let other = members[other]
      return other.name != member.name && other.family == member.family && member.isIn
        && other.isIn && other.isSharing
    }
    let all = try await member.devices[device].payloads()
    for transaction in all {
      expect(
        transaction.transactionId.rawValue / CustomerNumber.span == member.number
          && Self.goods[member.family].contains(transaction.productId),
        "\(member.name) sees \(transaction.transactionId) of others")
      expect(
        transaction.inAppOwnershipType == .purchased || transaction.price == 0,
        "\(member.name) has paid for \(transaction.transactionId)")
    }
    expect(all.cars(.purchased), member.cars.keys.sorted(), "\(member.name)'s own cars")
    expect(
      all.cars(.familyShared), sharing.flatMap { members[$0].cars.keys }.sorted(),
      "\(member.name)'s shared cars")
    try await checkPlans(index, device, sharing)
  }

  private mutating func checkPlans(_ index: Int, _ device: Int, _ sharing: [Int]) async throws {
    var expected: [String] = []
    for other in sharing {
      let plans = try await members[other].devices[0].plans(.purchased)
      expected += plans.filter(\.isEntitled).map(\.line)
    }
    let shared = try await members[index].devices[device].plans(.familyShared)
    expect(
      shared.filter(\.isEntitled).map(\.line).sorted(), expected.sorted(),
      "\(members[index].name)'s shared plans")
  }

  private mutating func checkDevices(_ index: Int) async throws {
    for device in 0..<3 { try await check(index, device) }
    let devices = members[index].devices
    let first = try await devices[0].payloads().map(\.transactionId)
    for other in devices.dropFirst() {
      expect(
        try await other.payloads().map(\.transactionId) == first,
        "\(members[index].name)'s devices differ")
    }
  }

  private mutating func expect(_ found: [String], _ model: [String], _ what: String) {
    expect(found == model, "\(what) are \(found), not \(model)")
  }

  /// Reports the first violation, with the steps that lead to it.
  private mutating func expect(_ condition: Bool, _ report: String) {
    if !condition, reports.isEmpty { reports.append("\(report) after \(steps)") }
  }
}

private struct UnexpectedResult: Error {
  var result: OperatorResult
}

/// A subscription as a device has it.
private struct SeenPlan {
  var productID: String
  var transactionID: TransactionID
  var isEntitled: Bool
  /// The product and when its period ends.
  var line: String
}

extension StoreBackend {
  fileprivate func payloads() async throws -> [TransactionPayload] {
    try await transactions(of: nil, includingFinishedConsumables: true).value
      .map { try TransactionPayload.decoded(from: $0) }
  }

  fileprivate func plans(_ ownership: OwnershipType) async throws -> [SeenPlan] {
    let purchases = try await purchases()
    return try purchases.value.subscriptions.compactMap { subscription in
      let (transaction, info) = (try subscription.transaction(), try subscription.renewalInfo())
      guard transaction.inAppOwnershipType == ownership else { return nil }
      let status = SubscriptionStatusCode(
        transaction: transaction, renewalInfo: info, at: purchases.time.now)
      return SeenPlan(
        productID: transaction.productId, transactionID: transaction.transactionId,
        isEntitled: status.isEntitled,
        line: "\(transaction.productId) until \(transaction.expiresDate?.description ?? "")")
    }
  }
}

extension [TransactionPayload] {
  /// The cars that were not taken back, once for each transaction.
  fileprivate func cars(_ ownership: OwnershipType) -> [String] {
    filter {
      $0.type == .nonConsumable && $0.inAppOwnershipType == ownership && $0.revocationDate == nil
    }.map(\.productId).sorted()
  }
}
