package import AppStorePayloads

/// The body of "Set App Account Token".
package struct UpdateAppAccountTokenRequest: Hashable, Sendable {
  package var appAccountToken: LowercaseUUID

  package init(appAccountToken: LowercaseUUID) { self.appAccountToken = appAccountToken }
}
