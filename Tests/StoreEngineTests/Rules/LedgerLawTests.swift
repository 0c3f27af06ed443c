import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Laws that every history keeps; the histories are drawn from a seed that a failure names.
///
/// `LEDGER_HISTORIES` sets how many: 300 when it is not set.
@Suite struct LedgerLawTests {
  static let seeds =
    1...(ProcessInfo.processInfo.environment["LEDGER_HISTORIES"]
    .flatMap(Int.init) ?? 300)

  @Test func `6: settling in steps leads to what settling once leads to`() throws {
    for seed in Self.seeds {
      let once = try History(seed: seed, restless: false).shop
      let often = try History(seed: seed, restless: true).shop
      #expect(once.ledger == often.ledger, "seed \(seed)")
      #expect(once.draft.changes == often.draft.changes, "seed \(seed)")
    }
  }

  @Test func `replaying the events gives the same ledger`() throws {
    for seed in Self.seeds {
      let shop = try History(seed: seed, restless: false).shop
      var replayed = Ledger(customer: shop.ledger.customer)
      for change in shop.draft.changes { replayed.apply(change.event) }
      #expect(replayed == shop.ledger, "seed \(seed)")
    }
  }

  @Test func `8: transaction IDs only grow, and events only go forward`() throws {
    for seed in Self.seeds {
      let changes = try History(seed: seed, restless: false).shop.draft.changes
      let ids = changes.compactMap { change -> TransactionID? in
        guard case .charged(let transaction) = change.event else { return nil }
        return transaction.id
      }
      #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
      #expect(
        zip(changes, changes.dropFirst()).allSatisfy { $0.date <= $1.date }, "seed \(seed)")
    }
  }

  @Test func `2: periods follow each other without overlap`() throws {
    for seed in Self.seeds {
      let shop = try History(seed: seed, restless: false).shop
      let periods = shop.transactions.filter { $0.period != nil }
      for (period, next) in zip(periods, periods.dropFirst()) {
        let end = try #require(period.period?.expirationDate)
        #expect(
          period.isUpgraded ? next.purchaseDate <= end : next.purchaseDate >= end, "seed \(seed)")
        #expect(next.reason == .purchase || next.purchaseDate == end, "seed \(seed)")
      }
    }
  }

  @Test func `7: at most one first purchase has an introductory price`() throws {
    for seed in Self.seeds {
      let shop = try History(seed: seed, restless: false).shop
      let first = shop.transactions.filter {
        $0.period?.offer?.type == .introductory && $0.reason == .purchase
      }
      #expect(first.count <= 1, "seed \(seed)")
    }
  }

  @Test func `what is charged is what was quoted`() throws {
    for seed in Self.seeds {
      #expect(try History(seed: seed, restless: false).surprises == 0, "seed \(seed)")
    }
  }
}

/// Thirty random things that a customer does over some years.
private struct History {
  private(set) var shop: Shop
  /// How often an order did not cost what the quote just before it said.
  private(set) var surprises = 0

  /// A restless store settles at several moments between any two commands.
  init(seed: Int, restless: Bool) throws {
    shop = try Shop("2024-01-31")
    var generator = SplitMix(state: UInt64(seed))
    if generator.next() % 4 == 0 { shop.market.pace = .monthlyRenewalEveryHour }
    for number in 0..<30 {
      let wait = TimeInterval(generator.next() % (shop.market.pace == .realTime ? 5_000_000 : 9000))
      let end = shop.now.addingTimeInterval(wait)
      if restless {
        for step in 1..<4 {
          shop.advance(to: shop.now.addingTimeInterval(wait / 4 * Double(step) / 3))
        }
      }
      shop.advance(to: end)
      try act(number, &generator)
    }
  }

  private mutating func act(_ number: Int, _ generator: inout SplitMix) throws {
    let products = shop.market.products.keys.sorted()
    let choice = Int(generator.next() % UInt64(products.count + 2))
    guard products.indices.contains(choice) else {
      if shop.subscription?.isActive == true { shop.turnRenewalOff() }
      return
    }
    try buy(products[choice], key: UUID(number: number))
  }

  private mutating func buy(_ productID: String, key: UUID) throws {
    let quote = try shop.quote(productID)
    let before = shop.transactions.count
    let outcome = try shop.buy(productID, key: key, quote: quote)
    let charged = shop.transactions.dropFirst(before).map(\.price).reduce(0, +)
    let isSame = charged == quote.charge && outcome.alreadyOwned == (quote.effect == .alreadyOwned)
    surprises += isSame ? 0 : 1
  }
}

/// Steele, Lea and Flood's generator: the same numbers for the same seed, everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension UUID {
  /// A UUID whose last byte is `number`.
  fileprivate init(number: Int) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }
}
