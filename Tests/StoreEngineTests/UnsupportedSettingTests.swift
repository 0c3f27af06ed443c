import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Switches of a StoreKit configuration file that a store does not obey are said, not ignored in silence.
@Suite struct UnsupportedSettingTests {
  @Test(arguments: [("_disableDialogs", "purchases without asking")])
  func `a switch that is on and not obeyed is named`(key: String, meaning: String) throws {
    let settings = try settings(#""\#(key)": true"#)
    #expect(settings.unsupportedSettings.map(\.key) == [key])
    #expect(
      settings.notice(ofFile: "Shop.storekit")
        == "Shop.storekit turns on features that this store ignores: "
        + "\(meaning) (\(key))")
    #expect(settings.notice(ofFile: "Shop.storekit", except: [key]) == nil)
    #expect(try self.settings(#""\#(key)": false"#).unsupportedSettings == [])
    #expect(try self.settings(#""\#(key)": "yes""#).unsupportedSettings == [])
  }

  @Test func `simulated errors that are enabled are obeyed, or named if no session has the call`()
    throws
  {
    let settings = try settings(
      """
      "_disableDialogs": true, "_storeKitErrors": [
        {"name": "Load Products", "enabled": false, "current": null},
        {"name": "Purchase", "enabled": true, "current": {"index": 2, "type": "generic"}},
        {"name": "Verification", "enabled": true},
        {"name": "Refund Request Sheet", "enabled": true},
        {"name": "Offer Code Redeem Sheet", "enabled": true},
        {"name": "Family Sharing Sheet", "enabled": true}]
      """)
    #expect(
      settings.simulatedErrors == [
        .purchase: SimulatedError(.networkError),
        .verification: SimulatedError(.revokedCertificate),
        .refundRequest: SimulatedError(.unknown), .offerCodeRedeem: SimulatedError(.unknown),
      ])
    #expect(
      settings.notice(ofFile: "Shop.storekit")?.hasSuffix(
        "purchases without asking (_disableDialogs), the simulated error of 'Family Sharing Sheet' (_storeKitErrors)"
      ) == true)
  }

  @Test(
    arguments: [
      ("Load Products", "generic", 4, SimulatedAPI.loadProducts, .notAvailableInStorefront),
      ("Offer Code Redeem Sheet", "generic", 5, .offerCodeRedeem, .notEntitled),
      ("Purchase", "purchase", 1, .purchase, .productUnavailable),
      ("Purchase", "generic", 0, .purchase, .unknown),
      ("Verification", "verification", 4, .verification, .invalidSignature),
      ("Refund Request Sheet", "refund request", 0, .refundRequest, .duplicateRequest),
      ("Refund Request Sheet", "refund request", 1, .refundRequest, .failed),
    ] as [(String, String, Int, SimulatedAPI, SimulatedError.Name)])
  func `a call fails with the error that the file chooses`(
    name: String, type: String, index: Int, api: SimulatedAPI, error: SimulatedError.Name
  ) throws {
    let settings = try settings(choosing: #"{"index": \#(index), "type": "\#(type)"}"#, of: name)

    #expect(settings.simulatedErrors == [api: SimulatedError(error)])
    #expect(settings.notice(ofFile: "Shop.storekit") == nil)
  }

  @Test(arguments: [
    #"{"index": 7, "type": "generic"}"#, #"{"index": -1, "type": "generic"}"#,
    #"{"index": 0, "type": "refund request"}"#, #"{"index": 0, "type": "weather"}"#,
    #"{"index": 0}"#, #"{"type": "generic"}"#, "7",
  ])
  func `a choice that the call does not have is named, with the error that the call fails with`(
    choice: String
  ) throws {
    let settings = try settings(choosing: choice, of: "Purchase")

    #expect(settings.simulatedErrors == [.purchase: SimulatedError(.unknown)])
    #expect(settings.unsupportedSettings.map(\.key) == ["_storeKitErrors"])
    #expect(
      settings.unsupportedSettings.map(\.meaning)
        == ["the choice of an error of 'Purchase', which fails with 'unknown'"])
  }

  @Test(
    arguments: [
      ("", .unknown), (#", "_storeKitError": 0"#, .unknown),
      (#", "_storeKitError": 11"#, .invalidOfferIdentifier),
      (#", "_storeKitError": 12"#, .invalidOfferSignature),
      (#", "_storeKitError": 13"#, .missingOfferParameters),
      (#", "_storeKitError": 14"#, .invalidOfferPrice),
    ] as [(String, SimulatedError.Name)])
  func `the older switch lets purchases fail with the error of its number`(
    chosen: String, error: SimulatedError.Name
  ) throws {
    let settings = try settings(#""_failTransactionsEnabled": true\#(chosen)"#)

    #expect(settings.simulatedErrors == [.purchase: SimulatedError(error)])
    #expect(settings.notice(ofFile: "Shop.storekit") == nil)
    let off = try self.settings(#""_failTransactionsEnabled": false\#(chosen)"#)
    #expect(off.simulatedErrors == [:])
  }

  @Test(arguments: [
    #"{"Purchase": true}"#, "7", #"[7]"#, #"[{"name": "Purchase", "enabled": 1.5}]"#,
  ])
  func `a list that cannot be read is named`(list: String) throws {
    let settings = try settings(#""_storeKitErrors": \#(list)"#)

    #expect(settings.simulatedErrors == [:])
    #expect(
      settings.notice(ofFile: "Shop.storekit")?.hasSuffix(
        "simulated errors that cannot be read (_storeKitErrors)") == true)
  }

  @Test func `an older number that no session has is named`() throws {
    let settings = try settings(#""_failTransactionsEnabled": true, "_storeKitError": 6"#)

    #expect(settings.simulatedErrors == [.purchase: SimulatedError(.unknown)])
    #expect(
      settings.notice(ofFile: "Shop.storekit")?.hasSuffix(
        "the error with the number 6, which fails with 'unknown' (_storeKitError)") == true)
  }

  @Test func `a listed error of purchases comes before the older switch`() throws {
    let settings = try settings(
      #"""
      "_failTransactionsEnabled": true, "_storeKitError": 14, "_storeKitErrors": [
        {"name": "Purchase", "enabled": true, "current": {"index": 3, "type": "generic"}}]
      """#)

    #expect(settings.simulatedErrors == [.purchase: SimulatedError(.systemError)])
    #expect(settings.notice(ofFile: "Shop.storekit") == nil)
  }

  @Test func `what a store obeys is not named`() throws {
    let settings = try settings(
      #"""
      "_renewalBillingIssuesEnabled": true, "_billingGracePeriodEnabled": true, "_timeRate": 15,
      "_askToBuyEnabled": true, "_billingIssuesEnabled": true
      """#)
    #expect(settings.notice(ofFile: "Shop.storekit") == nil)
  }

  private func settings(choosing choice: String, of name: String) throws -> Catalogue.Settings {
    try settings(
      #""_storeKitErrors": [{"name": "\#(name)", "enabled": true, "current": \#(choice)}]"#)
  }

  private func settings(_ json: String) throws -> Catalogue.Settings {
    let file = #"{"version": {"major": 4, "minor": 0}, "settings": {\#(json)}}"#
    return try Catalogue.read(Data(file.utf8), file: "Shop.storekit").settings
  }
}
