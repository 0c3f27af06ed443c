package import Foundation

/// The response of "Extend Subscription Renewal Dates for All Active Subscribers".
package struct MassExtendRenewalDateResponse: Codable, Hashable, Sendable {
  package var requestIdentifier: String

  package init(requestIdentifier: String) { self.requestIdentifier = requestIdentifier }
}

/// The response of "Get Status of Subscription Renewal Date Extensions".
package struct MassExtendRenewalDateStatusResponse: Codable, Hashable, Sendable {
  package var requestIdentifier: String
  package var complete: Bool
  /// Absent until it is complete, as are the counts.
  package var completeDate: Date?
  package var succeededCount: Int64?
  package var failedCount: Int64?

  package init(
    requestIdentifier: String, complete: Bool, completeDate: Date? = nil,
    succeededCount: Int64? = nil, failedCount: Int64? = nil
  ) {
    self.requestIdentifier = requestIdentifier
    self.complete = complete
    self.completeDate = completeDate
    self.succeededCount = succeededCount
    self.failedCount = failedCount
  }
}
