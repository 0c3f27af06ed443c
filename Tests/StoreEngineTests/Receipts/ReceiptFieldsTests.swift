import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The fields of verifyReceipt: their names, and the types that they have in the JSON itself, which a
/// lenient reader would not notice.
///
/// Source: "responseBody" in the documentation of App Store Receipts.
@Suite(.hangLimit) struct ReceiptFieldsTests {
  /// The JSON type of a field.
  enum FieldType {
    /// A string of decimal digits.
    case digits
    case text
    /// One of these strings.
    case choice(Set<String>)
    case number
    /// A UUID in lower case.
    case uuid
    case gmt
    case pacific
    case base64
    case list
    case object
  }

  private static let response: [String: FieldType] = [
    "status": .number, "environment": .choice(["Sandbox"]), "receipt": .object,
    "latest_receipt": .base64, "latest_receipt_info": .list, "pending_renewal_info": .list,
  ]

  private static let receipt = dates([
    "receipt_creation_date", "request_date", "original_purchase_date",
  ]).merging([
    "receipt_type": .choice(["ProductionSandbox"]), "adam_id": .number, "app_item_id": .number,
    "bundle_id": .text, "application_version": .text, "original_application_version": .text,
    "download_id": .number, "version_external_identifier": .number, "in_app": .list,
  ]) { $1 }

  private static let purchase = dates([
    "purchase_date", "original_purchase_date", "expires_date", "cancellation_date",
  ]).merging([
    "quantity": .digits, "product_id": .text, "transaction_id": .digits,
    "original_transaction_id": .digits, "web_order_line_item_id": .digits,
    "cancellation_reason": .choice(["0", "1"]), "is_trial_period": .choice(["true", "false"]),
    "is_in_intro_offer_period": .choice(["true", "false"]), "promotional_offer_id": .text,
    "in_app_ownership_type": .choice(["PURCHASED", "FAMILY_SHARED"]),
  ]) { $1 }

  private static let latest = purchase.merging([
    "is_upgraded": .choice(["true"]), "offer_code_ref_name": .text,
    "subscription_group_identifier": .text, "app_account_token": .uuid,
  ]) { $1 }

  private static let renewal = dates(["grace_period_expires_date"]).merging([
    "auto_renew_product_id": .text, "auto_renew_status": .choice(["0", "1"]),
    "expiration_intent": .choice(["1", "2", "3", "4", "5"]),
    "is_in_billing_retry_period": .choice(["0", "1"]), "offer_code_ref_name": .text,
    "original_transaction_id": .digits, "price_consent_status": .choice(["0", "1"]),
    "price_increase_status": .choice(["0", "1"]), "product_id": .text,
    "promotional_offer_id": .text,
  ]) { $1 }

  private static func dates(_ names: [String]) -> [String: FieldType] {
    names.reduce(into: [:]) { fields, name in
      fields[name] = .gmt
      fields[name + "_ms"] = .digits
      fields[name + "_pst"] = .pacific
    }
  }

  @Test func `every field of verifyReceipt has its name and its type in JSON`() async throws {
    var seen: Set<String> = []
    for scenario in LifecycleScenario.all {
      let shop = try await ServerShop()
      _ = try await shop.backend.purchase(
        Order(
          key: OrderKey(UUID()), productID: "nonconsumable.racecar",
          appAccountToken: LowercaseUUID(UUID())))
      for step in scenario.steps { try await shop.fixture.perform(step, as: shop.backend) }
      let response = try await object(of: shop.verify())

      try expect(response, Self.response, in: "", &seen)
      try expect(#require(response["receipt"]?.fields), Self.receipt, in: "receipt.", &seen)
      let inApp = response["receipt"]?.fields?["in_app"]
      for (list, table, name) in [
        (inApp, Self.purchase, "in_app."),
        (response["latest_receipt_info"], Self.latest, "latest_receipt_info."),
        (response["pending_renewal_info"], Self.renewal, "pending_renewal_info."),
      ] {
        for element in list?.elements ?? [] {
          try expect(#require(element.fields), table, in: name, &seen)
        }
      }
    }
    #expect(Self.rare.subtracting(seen) == [], "these were never seen")
  }

  /// Fields that only some scenarios have.
  private static let rare: Set = [
    "latest_receipt", "in_app.cancellation_date_ms", "in_app.promotional_offer_id",
    "latest_receipt_info.is_upgraded", "latest_receipt_info.offer_code_ref_name",
    "latest_receipt_info.app_account_token", "latest_receipt_info.expires_date_pst",
    "pending_renewal_info.expiration_intent", "pending_renewal_info.grace_period_expires_date",
    "pending_renewal_info.price_consent_status", "pending_renewal_info.promotional_offer_id",
  ]

  /// Expects that each field is in the table and has its type.
  private func expect(
    _ fields: [String: ParsedJSON], _ table: [String: FieldType], in place: String,
    _ seen: inout Set<String>
  ) throws {
    for (name, value) in fields {
      #expect(table[name]?.describes(value) == true, "\(place)\(name): \(value)")
      seen.insert(place + name)
    }
  }

  private func object(of response: VerifyReceiptResponse) throws -> [String: ParsedJSON] {
    try #require(ParsedJSON(PlainEncoder.encode(response)).fields)
  }
}

extension ParsedJSON {
  fileprivate var fields: [String: ParsedJSON]? {
    guard case .object(let fields) = self else { return nil }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.name.string, $0.value) })
  }

  fileprivate var elements: [ParsedJSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

extension ReceiptFieldsTests.FieldType {
  /// Whether a value has this type; `null` never has.
  fileprivate func describes(_ value: ParsedJSON) -> Bool {
    switch (self, value) {
    case (.digits, .string(let text)): text.string.wholeMatch(of: /[0-9]+/) != nil
    case (.text, .string(let text)): !text.string.isEmpty
    case (.choice(let choices), .string(let text)): choices.contains(text.string)
    case (.number, .number(let text)): text.string.wholeMatch(of: /0|[1-9][0-9]*/) != nil
    case (.uuid, .string(let text)):
      UUID(uuidString: text.string)?.uuidString.lowercased() == text.string
    case (.gmt, .string(let text)): isDate(text.string, in: "Etc/GMT")
    case (.pacific, .string(let text)): isDate(text.string, in: "America/Los_Angeles")
    case (.base64, .string(let text)): Data(base64Encoded: text.string)?.isEmpty == false
    case (.list, .array), (.object, .object): true
    default: false
    }
  }

  private func isDate(_ text: String, in zone: String) -> Bool {
    text.wholeMatch(of: /20[0-9]{2}-[01][0-9]-[0-3][0-9] [0-2][0-9](?::[0-5][0-9]){2} (.*)/)?.1
      == Substring(zone)
  }
}
