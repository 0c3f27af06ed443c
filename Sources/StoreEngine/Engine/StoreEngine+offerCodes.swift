import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.CreateOfferCodes: StoreRule {
  /// Creates codes with the present terms of the catalogue.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    let version = try await store.ledgers.catalogueVersion(at: snapshot.now)
    let catalogue = try await store.ledgers.catalogue(version: version).catalogue
    let lifetime = OfferCodeLifetime(madeDate: snapshot.now, isCustom: request.custom != nil)
    try lifetime.check(request.expirationDate)
    var request = request
    request.expirationDate = lifetime.end(request.expirationDate)
    let terms = try catalogue.terms(of: request)
    let codes = try request.texts { store.randomness.token().prefix(18).uppercased() }
      .map { StoredOfferCode(OfferCode($0, terms, limit: request.limit), terms: terms) }
    try await store.ledgers.addOfferCodes(codes, at: snapshot.now)
    return snapshot.answer(.offerCodes(list: codes.map(\.code)))
  }
}

extension OperatorCommand.OfferCodes: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let codes = try await store.ledgers.offerCodes(limit: OfferCode.listLimit)
    return try await store.settled().answer(.offerCodes(list: codes.map(\.code)))
  }
}

extension DeviceBackend {
  func offerCode(_ code: String) async throws(StoreError) -> Answer<String> {
    let request = try await request()
    guard let stored = try await engine.ledgers.offerCode(code) else {
      throw .unknownOfferCode(name: code)
    }
    return request.answer(stored.code.productID)
  }
}

extension OfferCodeRequest {
  /// The number of times that each code can be redeemed; `nil` if there is no limit.
  fileprivate var limit: Int? { custom == nil ? 1 : number }

  /// Returns the texts of the codes.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferCode(reason:)``.
  fileprivate func texts(random: () -> String) throws(StoreError) -> [String] {
    guard let custom else {
      let number = number ?? 1
      guard 1...OfferCode.listLimit ~= number else {
        throw .invalidOfferCode(reason: "\(number) codes: make 1 to \(OfferCode.listLimit) at once")
      }
      return (0..<number).map { _ in random() }
    }
    let text = OfferCode.normalized(custom)
    guard text.wholeMatch(of: #/[A-Z0-9]{1,64}/#) != nil else {
      throw .invalidOfferCode(reason: "a custom code must have 1 to 64 letters and digits")
    }
    guard number.map({ $0 > 0 }) ?? true else {
      throw .invalidOfferCode(reason: "the number of redemptions must be at least 1")
    }
    return [text]
  }
}

extension OfferCode {
  fileprivate init(_ text: String, _ terms: StoredOfferCode.Terms, limit: Int?) {
    self.init(
      code: text, productID: terms.productID, reference: terms.reference,
      isCustom: terms.isCustom, limit: limit, expirationDate: terms.expirationDate)
  }
}

extension Catalogue {
  /// Returns the terms of the plan with this code offer, or of the product with this ID that is no plan.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferCode(reason:)`` if there is none, or if several have it.
  fileprivate func terms(of request: OfferCodeRequest) throws(StoreError) -> StoredOfferCode.Terms {
    let found = products.compactMap { $0.terms(of: request) }
    guard let terms = found.first else {
      throw .invalidOfferCode(
        reason:
          "'\(request.reference)' is neither a code offer of the catalogue nor the ID of a product that "
          + "is bought once")
    }
    guard found.count == 1 else {
      let names = found.map { "'\($0.productID)/\(request.reference)'" }
      throw .invalidOfferCode(
        reason: "\(found.count) products have a code offer '\(request.reference)': say "
          + names.joined(separator: " or "))
    }
    return terms
  }
}

extension Catalogue.Product {
  /// Returns the terms of codes if the request is about this product, or about a code offer of this plan,
  /// with the plan's ID before it or not.
  fileprivate func terms(of request: OfferCodeRequest) -> StoredOfferCode.Terms? {
    var terms = StoredOfferCode.Terms(
      productID: id, reference: request.reference, isCustom: request.custom != nil,
      expirationDate: request.expirationDate)
    guard let subscription else { return id == request.reference ? terms : nil }
    let offer = subscription.codeOffers.first { code in
      code.offer.id.map { [$0, "\(id)/\($0)"].contains(request.reference) } ?? false
    }
    guard let offer else { return nil }
    terms.reference = offer.offer.id ?? request.reference
    terms.offer = offer
    return terms
  }
}
