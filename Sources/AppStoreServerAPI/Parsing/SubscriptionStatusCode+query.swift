package import AppStorePayloads

extension SubscriptionStatusCode {
  /// Reads the filter of "Get All Subscription Statuses"; empty for all statuses.
  ///
  /// - Throws: ``APIError/invalidStatus`` if a `status` is not the number of a status.
  package static func filter(in query: Query) throws(APIError) -> Set<Self> {
    try query.values("status", else: .invalidStatus) { text in
      Self.allCases.first { String($0.rawValue) == text }
    }
  }
}
