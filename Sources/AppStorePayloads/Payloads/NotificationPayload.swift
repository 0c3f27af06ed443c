package import Foundation

/// A notification of version 2, as the store signs it: Apple's `responseBodyV2DecodedPayload`.
///
/// Field names and JSON types are those of "responseBodyV2DecodedPayload" in the documentation of App
/// Store Server Notifications. A field without a value is absent.
package struct NotificationPayload: Hashable, Sendable {
  /// The subject of a notification, of which a payload has exactly one.
  package enum Subject: Hashable, Sendable {
    /// A transaction or, in a test, the app alone.
    case data(NotificationDataPayload)
    /// A mass extension of renewal dates.
    case summary(NotificationSummaryPayload)
  }

  package var notificationType: NotificationType
  package var subtype: NotificationSubtype?
  /// The same in every attempt to send the notification.
  package var notificationUUID: LowercaseUUID
  package var signedDate: Date
  package var subject: Subject

  /// The version of the format.
  package static let version = "2.0"

  package init(
    notificationType: NotificationType, subtype: NotificationSubtype? = nil,
    notificationUUID: LowercaseUUID, signedDate: Date, subject: Subject
  ) {
    self.notificationType = notificationType
    self.subtype = subtype
    self.notificationUUID = notificationUUID
    self.signedDate = signedDate
    self.subject = subject
  }
}

extension NotificationPayload: Codable {
  private enum CodingKeys: String, CodingKey {
    case notificationType, subtype, notificationUUID, version, signedDate, data, summary
  }

  /// - Throws: `DecodingError` unless the version is 2.0 and there is exactly one subject.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    notificationType = try container.decode(NotificationType.self, forKey: .notificationType)
    subtype = try container.decodeIfPresent(NotificationSubtype.self, forKey: .subtype)
    notificationUUID = try container.decode(LowercaseUUID.self, forKey: .notificationUUID)
    signedDate = try container.decode(Date.self, forKey: .signedDate)
    let data = try container.decodeIfPresent(NotificationDataPayload.self, forKey: .data)
    let summary = try container.decodeIfPresent(NotificationSummaryPayload.self, forKey: .summary)
    let version = try container.decode(String.self, forKey: .version)
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "there is no version '\(version)'")
    }
    switch (data, summary) {
    case (let data?, nil): subject = .data(data)
    case (nil, let summary?): subject = .summary(summary)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .data, in: container, debugDescription: "it must have either data or a summary")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(notificationType, forKey: .notificationType)
    try container.encodeIfPresent(subtype, forKey: .subtype)
    try container.encode(notificationUUID, forKey: .notificationUUID)
    try container.encode(Self.version, forKey: .version)
    try container.encode(signedDate, forKey: .signedDate)
    switch subject {
    case .data(let data): try container.encode(data, forKey: .data)
    case .summary(let summary): try container.encode(summary, forKey: .summary)
    }
  }
}

extension NotificationPayload: SignedPayload {
  package var signedBundleID: String? {
    switch subject {
    case .data(let data): data.bundleId
    case .summary(let summary): summary.bundleId
    }
  }

  package var environment: StoreEnvironment {
    switch subject {
    case .data(let data): data.environment
    case .summary(let summary): summary.environment
    }
  }

  /// Always `nil`: a notification is signed for a server.
  package var deviceVerification: Data? {
    get { nil }
    set { _ = newValue }
  }

  /// Always `nil`, like ``deviceVerification``.
  package var deviceVerificationNonce: LowercaseUUID? {
    get { nil }
    set { _ = newValue }
  }
}

/// The app and the transaction of a notification: the object `data`.
package struct NotificationDataPayload: Codable, Hashable, Sendable {
  package var environment: StoreEnvironment
  /// Absent in a sandbox.
  package var appAppleId: Int64?
  package var bundleId: String
  /// Absent in a test.
  package var bundleVersion: String?
  /// A compact JWS of a ``TransactionPayload``; absent in a test.
  package var signedTransactionInfo: String?
  /// A compact JWS of a ``RenewalInfoPayload``; only auto-renewable subscriptions have it.
  package var signedRenewalInfo: String?
  /// Only auto-renewable subscriptions have it.
  package var status: SubscriptionStatusCode?
  /// Only `CONSUMPTION_REQUEST` has it.
  package var consumptionRequestReason: ConsumptionRequestReason?

  package init(environment: StoreEnvironment, bundleId: String) {
    self.environment = environment
    self.bundleId = bundleId
    appAppleId = environment.appAppleID(of: bundleId)
  }
}

/// The result of a mass extension of renewal dates: the object `summary`.
package struct NotificationSummaryPayload: Codable, Hashable, Sendable {
  package var environment: StoreEnvironment
  /// Absent in a sandbox.
  package var appAppleId: Int64?
  package var bundleId: String
  package var productId: String
  package var requestIdentifier: String
  /// ISO 3166-1 alpha-3; absent if the extension was for every storefront.
  package var storefrontCountryCodes: [String]?
  package var succeededCount: Int64
  package var failedCount: Int64

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case environment, appAppleId, bundleId, productId, requestIdentifier, storefrontCountryCodes
    case succeededCount, failedCount
  }

  package init(
    environment: StoreEnvironment, bundleId: String, productId: String, requestIdentifier: String,
    storefrontCountryCodes: [String]? = nil, succeededCount: Int64, failedCount: Int64
  ) {
    self.environment = environment
    self.bundleId = bundleId
    appAppleId = environment.appAppleID(of: bundleId)
    self.productId = productId
    self.requestIdentifier = requestIdentifier
    self.storefrontCountryCodes = storefrontCountryCodes
    self.succeededCount = succeededCount
    self.failedCount = failedCount
  }
}
