import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Switches of a StoreKit configuration file that a store does not obey yet are said, not ignored in
/// silence.
@Suite struct IgnoredSwitchTests {
  @Test(arguments: [("_disableDialogs", "purchases without asking")])
  func `a switch that is on and not obeyed is named`(key: String, meaning: String) throws {
    let settings = try settings(#""\#(key)": true"#)
    #expect(settings.ignoredSwitches.map(\.key) == [key])
    #expect(
      settings.notice(ofFile: "Shop.storekit")
        == "Shop.storekit turns on what this store does not do yet, and it is ignored: "
        + "\(meaning) (\(key))")
    #expect(settings.notice(ofFile: "Shop.storekit", except: [key]) == nil)
    #expect(try self.settings(#""\#(key)": false"#).ignoredSwitches == [])
    #expect(try self.settings(#""\#(key)": "yes""#).ignoredSwitches == [])
  }

  @Test func `simulated errors that are enabled are obeyed, or named if no session has the call`()
    throws
  {
    let settings = try settings(
      """
      "_disableDialogs": true, "_storeKitErrors": [
        {"name": "Load Products", "enabled": false, "current": null},
        {"name": "Purchase", "enabled": true, "current": {"index": 1, "type": "generic"}},
        {"name": "Verification", "enabled": true},
        {"name": "Refund Request Sheet", "enabled": true},
        {"name": "Offer Code Redeem Sheet", "enabled": true},
        {"name": "Family Sharing Sheet", "enabled": true}]
      """)
    #expect(
      settings.simulatedErrors == [
        .purchase: SimulatedError(.unknown), .verification: SimulatedError(.revokedCertificate),
        .refundRequest: SimulatedError(.unknown), .offerCodeRedeem: SimulatedError(.unknown),
      ])
    #expect(
      settings.notice(ofFile: "Shop.storekit")?.hasSuffix(
        "purchases without asking (_disableDialogs), the choice of an error of 'Purchase', which "
          + "fails with 'unknown' (_storeKitErrors), "
          + "the simulated error of 'Family Sharing Sheet' (_storeKitErrors)") == true)
  }

  @Test func `the older switch lets purchases fail`() throws {
    let settings = try settings(#""_failTransactionsEnabled": true"#)
    #expect(settings.simulatedErrors == [.purchase: SimulatedError(.unknown)])
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

  private func settings(_ json: String) throws -> Catalogue.Settings {
    let file = #"{"version": {"major": 4, "minor": 0}, "settings": {\#(json)}}"#
    return try Catalogue.read(Data(file.utf8), file: "Shop.storekit").settings
  }
}
