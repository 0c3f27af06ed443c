import StoreAPI
import Testing

@Suite struct NameRuleTests {
  @Test(arguments: [
    "a", "device-1", "ann@example.com", "A_b.c-9", "...", ".a", String(repeating: "n", count: 64),
  ])
  func `an account and a device can have this name`(name: String) {
    #expect(NameRule.allows(name))
  }

  @Test(arguments: [
    "", ".", "..", "../x", "a/b", "/", "a b", "ä", "e\u{301}", "a\u{0}", "a\n", "\u{1B}[2J",
    "\u{202E}a", "٣", "a:1", "~", String(repeating: "n", count: 65),
  ])
  func `no account and no device has a name that leads elsewhere or cannot be shown`(name: String) {
    #expect(!NameRule.allows(name))
  }
}
