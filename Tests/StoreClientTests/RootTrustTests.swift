import Foundation
import Testing

@testable import StoreClient

@Suite struct RootTrustTests {
  private static let (old, new) = (Data("old".utf8), Data("new".utf8))

  @Test(
    arguments: [
      (nil, nil, old, true), (nil, nil, new, true), (nil, old, old, true), (nil, old, new, false),
      (new, nil, old, false), (new, old, new, true), (new, old, old, false),
    ] as [(named: Data?, kept: Data?, presented: Data, isTrusted: Bool)])
  func `a root is trusted if it is the named one, else the kept one, else the first`(
    named: Data?, kept: Data?, presented: Data, isTrusted: Bool
  ) {
    let trust = RootTrust(named: named, kept: kept)

    #expect(((try? trust.check(presented)) != nil) == isTrusted)
  }

  @Test func `only a named or a kept root is known before a sign-in`() {
    #expect(RootTrust(named: nil, kept: nil).pinned == nil)
    #expect(RootTrust(named: nil, kept: Self.old).pinned == Self.old)
    #expect(RootTrust(named: Self.new, kept: Self.old).pinned == Self.new)
  }
}
