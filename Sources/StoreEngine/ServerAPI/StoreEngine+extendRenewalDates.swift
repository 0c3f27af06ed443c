import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine {
  /// "Extend Subscription Renewal Dates for All Active Subscribers"; see ``MassExtension``.
  ///
  /// The method stores the request and returns. The request is performed afterwards, if necessary
  /// by the process that next opens the store. Two requests with the same identifier for the same
  /// product are the same request.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/invalidProductId`` if the store has no such plan,
  ///   ``AppStoreServerAPI/APIError/invalidExtendByDays``,
  ///   ``AppStoreServerAPI/APIError/invalidRequestIdentifier``,
  ///   ``AppStoreServerAPI/APIError/invalidEmptyStorefrontCountryCodeList``,
  ///   ``AppStoreServerAPI/APIError/invalidStorefrontCountryCode`` for a country that is not
  ///   in ``StorefrontList``, and
  ///   ``AppStoreServerAPI/APIError/generalInternalRetryable``.
  package func extendRenewalDates(
    _ request: MassExtendRenewalDateRequest, for caller: APICaller
  ) async throws(APIError) -> MassExtendRenewalDateResponse {
    try request.check()
    let isStored = try await answering { () throws(StoreError) in
      try await store(request, for: caller)
    }
    guard isStored else { throw .invalidProductId }
    beginMassExtensions()
    return MassExtendRenewalDateResponse(
      requestIdentifier: request.dateExtension.requestIdentifier)
  }

  /// "Get Status of Subscription Renewal Date Extensions".
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/statusRequestNotFound`` and
  ///   ``AppStoreServerAPI/APIError/generalInternalRetryable``.
  package func renewalDateExtensionStatus(
    productID: String, requestIdentifier: String, for caller: APICaller
  ) async throws(APIError) -> MassExtendRenewalDateStatusResponse {
    let known = try await answering { () throws(StoreError) -> MassExtension? in
      guard try await settings().bundleID == caller.bundleID else { return nil }
      return try await ledgers.massExtension(of: productID, requestIdentifier: requestIdentifier)
    }
    guard let known else { throw .statusRequestNotFound }
    // A process may have ended, or failed to write, before it was complete.
    if known.progress.completeDate == nil { beginMassExtensions() }
    return MassExtendRenewalDateStatusResponse(known)
  }

  /// - Returns: `false` if the store has no such plan for the caller; then nothing is stored.
  private func store(
    _ request: MassExtendRenewalDateRequest, for caller: APICaller
  ) async throws(StoreError) -> Bool {
    let snapshot = try await settled()
    try snapshot.settings.checkClock(wall: machineTime)
    guard caller.bundleID == snapshot.settings.bundleID,
      try await hasPlan(request.productId, at: snapshot.now)
    else { return false }
    try await ledgers.addMassExtension(MassExtension.Body(request, at: snapshot.now))
    return true
  }

  /// Whether the catalogue has an auto-renewable subscription with this ID, even one that is not for sale.
  private func hasPlan(_ productID: String, at now: Date) async throws(StoreError) -> Bool {
    let version = try await ledgers.catalogueVersion(at: now)
    return try await ledgers.catalogue(version: version).catalogue.products.contains {
      $0.id == productID && $0.type == .autoRenewable
    }
  }

  /// - Throws: The error of `body`, as ``AppStoreServerAPI/APIError``.
  private func answering<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(APIError) -> Value {
    do throws(StoreError) {
      return try await body()
    } catch {
      throw APIError(error, orNotFound: .accountNotFound)
    }
  }
}

// The task that performs the requests.
extension StoreEngine {
  /// The maximum number of subscribers in one storage transaction.
  ///
  /// Other writes wait during the transaction.
  private static let massExtensionLimit = 500
  /// The time for which the task lets others write between two of its transactions.
  private static let massExtensionPause: Duration = .milliseconds(5)

  /// Performs the requests that are not complete, in a task of its own.
  func beginMassExtensions() {
    massExtensionTask.begin { await performMassExtensions() }
  }

  /// Performs the requests that are not complete, until none is left or storage fails.
  func performMassExtensions(limit: Int = StoreEngine.massExtensionLimit) async {
    while (try? await continueMassExtension(limit: limit)) == true {
      try? await sleep(Self.massExtensionPause)
    }
    await deliverMessages()
  }

  /// - Returns: Whether a request was not complete.
  private func continueMassExtension(limit: Int) async throws(StoreError) -> Bool {
    try await settling { () throws(StoreError) in
      try await ledgers.continueMassExtension(limit: limit, settlement()) {
        request, ledger, settings, snapshot in
        request.effect(on: ledger, at: settings.lastNow, in: snapshot)
      }
    }
  }
}

extension MassExtendRenewalDateRequest {
  fileprivate func check() throws(APIError) {
    guard (1...90).contains(dateExtension.extendByDays) else { throw .invalidExtendByDays }
    try dateExtension.checkIdentifier()
    guard storefrontCountryCodes?.isEmpty != true else {
      throw .invalidEmptyStorefrontCountryCodeList
    }
    guard storefrontCountryCodes?.allSatisfy({ StorefrontList.named($0) != nil }) != false else {
      throw .invalidStorefrontCountryCode
    }
  }
}

extension MassExtension.Body {
  fileprivate init(_ request: MassExtendRenewalDateRequest, at date: Date) {
    self.init(
      productID: request.productId,
      requestIdentifier: request.dateExtension.requestIdentifier,
      days: request.dateExtension.extendByDays, reason: request.dateExtension.extendReasonCode,
      storefronts: request.storefrontCountryCodes?.sorted(), date: date)
  }
}

extension MassExtendRenewalDateStatusResponse {
  /// The counts are absent until the request is complete.
  fileprivate init(_ request: MassExtension) {
    let (progress, date) = (request.progress, request.progress.completeDate)
    self.init(
      requestIdentifier: request.body.requestIdentifier, complete: date != nil,
      completeDate: date,
      succeededCount: date.map { _ in Int64(progress.succeededCount) },
      failedCount: date.map { _ in Int64(progress.failedCount) })
  }
}
