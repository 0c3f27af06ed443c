import AppStorePayloads
import Testing

@Suite struct AppNumberTests {
  @Test func `in production an app has the same numbers for ever, and a sandbox gives none`() {
    let app = "com.example.skdemo"
    let number = StoreEnvironment.production.appAppleID(of: app)
    let version = StoreEnvironment.production.versionExternalIdentifier(of: "1.0", bundleID: app)

    #expect(number == 4_794_963_335)
    #expect(version == 2_818_417_162)
    #expect(StoreEnvironment.production.appAppleID(of: "com.example.other") != number)
    for test in [StoreEnvironment.sandbox, .xcode] {
      #expect(test.appAppleID(of: app) == nil)
      #expect(test.versionExternalIdentifier(of: "1.0", bundleID: app) == nil)
    }
    #expect(NotificationDataPayload(environment: .production, bundleId: app).appAppleId == number)
  }
}
