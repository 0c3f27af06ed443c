import AppStorePayloads
import AppStoreServerAPI
import Testing

/// The types of version 1 of the notifications, by those of version 2.
@Suite struct NotificationTypeV1Tests {
  /// The type, the subtype and the product in version 2, and the type in version 1.
  private static let table: [(NotificationType, NotificationSubtype?, ProductType, String?)] = [
    (.subscribed, .initialBuy, .autoRenewable, "INITIAL_BUY"),
    (.subscribed, .resubscribe, .autoRenewable, "INTERACTIVE_RENEWAL"),
    (.didRenew, nil, .autoRenewable, "DID_RENEW"),
    (.didRenew, .billingRecovery, .autoRenewable, "DID_RECOVER"),
    (.didChangeRenewalPref, .upgrade, .autoRenewable, "INTERACTIVE_RENEWAL"),
    (.didChangeRenewalPref, .downgrade, .autoRenewable, "DID_CHANGE_RENEWAL_PREF"),
    (.didChangeRenewalPref, nil, .autoRenewable, "DID_CHANGE_RENEWAL_PREF"),
    (.didChangeRenewalStatus, .autoRenewDisabled, .autoRenewable, "DID_CHANGE_RENEWAL_STATUS"),
    (.didChangeRenewalStatus, .autoRenewEnabled, .autoRenewable, "DID_CHANGE_RENEWAL_STATUS"),
    (.offerRedeemed, nil, .autoRenewable, nil),
    (.offerRedeemed, .upgrade, .autoRenewable, "INTERACTIVE_RENEWAL"),
    (.offerRedeemed, .downgrade, .autoRenewable, "DID_CHANGE_RENEWAL_PREF"),
    (.didFailToRenew, nil, .autoRenewable, "DID_FAIL_TO_RENEW"),
    (.didFailToRenew, .gracePeriod, .autoRenewable, "DID_FAIL_TO_RENEW"),
    (.priceIncrease, .pending, .autoRenewable, "PRICE_INCREASE_CONSENT"),
    (.priceIncrease, .accepted, .autoRenewable, nil),
    (.refund, nil, .autoRenewable, "CANCEL"),
    (.refund, nil, .consumable, "REFUND"),
    (.refund, nil, .nonConsumable, "REFUND"),
    (.refund, nil, .nonRenewable, "REFUND"),
    (.revoke, nil, .nonConsumable, "REVOKE"),
    (.consumptionRequest, nil, .consumable, "CONSUMPTION_REQUEST"),
    (.consumptionRequest, nil, .autoRenewable, nil),
    (.oneTimeCharge, nil, .nonConsumable, nil),
    (.expired, .voluntary, .autoRenewable, nil),
    (.gracePeriodExpired, nil, .autoRenewable, nil),
    (.refundDeclined, nil, .consumable, nil),
    (.refundReversed, nil, .consumable, nil),
    (.renewalExtended, nil, .autoRenewable, nil),
    (.renewalExtension, .failure, .autoRenewable, nil),
  ]

  @Test func `each event of version 2 has its type in version 1, or none`() {
    for (type, subtype, product, name) in Self.table {
      #expect(
        NotificationTypeV1(type, subtype, about: product)?.rawValue == name,
        "\(type) \(subtype.map { "\($0)" } ?? "")")
    }
    #expect(Set(Self.table.compactMap(\.3)) == Set(NotificationTypeV1.allCases.map(\.rawValue)))
    #expect(NotificationTypeV1(.test, nil, about: nil) == nil)
  }
}
