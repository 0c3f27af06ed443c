import AppStorePayloads
import StoreAPI
import StoreEngine

/// An offer code in plain numbers, which both the naive store and the real one have.
struct NaiveCode {
  /// The customer's relation to a group.
  enum Past: CaseIterable { case new, existing, expired }

  let text: String
  let product: String
  /// Of a plan; anything else is free.
  var offer: NaiveOffer?
  var pasts: Set<Past> = []
  /// Whether it follows the introductory offer.
  var isStackable = false
  var end: NaiveTime?

  /// The offer's name in transactions.
  var reference: String { offer?.id ?? product }

  /// Two of each: plans with offers of every kind, and everything that is bought once.
  static let all = plans("1") + plans("2") + gifts("1") + gifts("2")

  private static func plans(_ number: String) -> [NaiveCode] {
    let pro = NaiveOffer(
      id: "pro.code", type: .code, kind: .payAsYouGo, cents: 149, length: .months(1), periods: 2)
    let premium = NaiveOffer(
      id: "premium.code", type: .code, kind: .freeTrial, cents: 0, length: .months(1))
    let standard = NaiveOffer(
      id: "standard.code", type: .code, kind: .payUpFront, cents: 60, length: .months(2))
    let daily = NaiveOffer(
      id: "daily.code", type: .code, kind: .payAsYouGo, cents: 99, length: .weeks(1), periods: 3)
    let quarterly = NaiveOffer(
      id: "quarterly.code", type: .code, kind: .payUpFront, cents: 499, length: .months(3))
    return [
      NaiveCode(
        text: "PRO" + number, product: "pro", offer: pro, pasts: Set(Past.allCases),
        end: NaiveTime(seconds: 400 * NaiveTime.day)),
      NaiveCode(
        text: "PREMIUM" + number, product: "premium", offer: premium, pasts: [.new, .expired],
        isStackable: true),
      NaiveCode(
        text: "STANDARD" + number, product: "standard", offer: standard,
        pasts: [.existing, .expired]),
      NaiveCode(
        text: "DAILY" + number, product: "news.daily", offer: daily, pasts: [.new, .existing]),
      NaiveCode(
        text: "QUARTERLY" + number, product: "news.quarterly", offer: quarterly,
        pasts: Set(Past.allCases), isStackable: true),
    ]
  }

  private static func gifts(_ number: String) -> [NaiveCode] {
    ["fuel", "car", "pass"].map { NaiveCode(text: $0.uppercased() + number, product: $0) }
  }

  static func named(_ text: String) -> NaiveCode? { all.first { $0.text == text } }
}

extension StoredOfferCode {
  /// The code as the store has it, made while its storefront's currency was the dollar.
  init(_ code: NaiveCode) {
    let offer = code.offer.map {
      Catalogue.CodeOffer(
        offer: StoreOffer($0, for: .dollar), eligibility: code.pasts.map { .init($0) },
        isStackable: code.isStackable)
    }
    self.init(
      OfferCode(
        code: code.text, productID: code.product, reference: code.reference,
        expirationDate: code.end?.date),
      terms: Terms(
        productID: code.product, reference: code.reference, expirationDate: code.end?.date,
        offer: offer))
  }
}

extension Catalogue.CodeOffer.Eligibility {
  fileprivate init(_ past: NaiveCode.Past) {
    self =
      switch past {
      case .new: .new
      case .existing: .existing
      case .expired: .expired
      }
  }
}
