import Foundation
import StoreClient
import Testing

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

    let error = #expect(throws: isTrusted ? nil : LocalClientError.untrustedRoot) {
      try trust.check(presented)
    }

    #expect((error == nil) == isTrusted)
  }
}
