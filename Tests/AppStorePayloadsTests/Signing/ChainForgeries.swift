import AppStorePayloads
import Crypto
import Foundation
import X509

extension Forgery {
  /// Tokens whose certificates are wrong.
  static let ofChains: [Forgery] = [
    Forgery("another root", .unverified(.untrustedRoot)) { fixture in
      let foreign = try ForgedChain()
      return try fixture.token(signedBy: foreign.leaf, foreign.intermediate, foreign.root)
    },
    Forgery("certificates in the wrong order", .unverified(.untrustedRoot)) { fixture in
      try fixture.token(certificates: fixture.chain.der.reversed())
    },
    Forgery("a self-signed leaf", .unverified(.untrustedRoot)) { fixture in
      let leaf = try UnissuedCertificate(
        name: "Leaf", authority: false, marker: AppStoreMarker.leaf
      ).issued(
        by: nil)
      return try fixture.token(signedBy: leaf, leaf, leaf)
    },
    Forgery("three times the root", .unverified(.markerMissing(.leaf))) { fixture in
      let root = fixture.chain.root
      return try fixture.token(signedBy: root, root, root)
    },
    Forgery("a leaf with a P-384 key", .unverified(.wrongKey)) { fixture in
      try fixture.tokenOfP384(alg: "ES256")
    },
    Forgery("ES384 with a P-384 leaf", .unverified(.wrongAlgorithm("ES384"))) { fixture in
      try fixture.tokenOfP384(alg: "ES384")
    },
    Forgery("another chain with the pinned root", .unverified(.chainInvalid)) { fixture in
      let foreign = try ForgedChain()
      return try fixture.token(signedBy: foreign.leaf, foreign.intermediate, fixture.chain.root)
    },
    Forgery("a leaf of another chain", .unverified(.chainInvalid)) { fixture in
      let (leaf, chain) = (try ForgedChain().leaf, fixture.chain)
      return try fixture.token(signedBy: leaf, chain.intermediate, chain.root)
    },
    Forgery("a leaf that the root issued", .unverified(.chainInvalid)) { fixture in
      let leaf = try UnissuedCertificate(
        name: "Leaf", authority: false, marker: AppStoreMarker.leaf
      )
      .issued(by: fixture.chain.root)
      return try fixture.token(signedBy: leaf, fixture.chain.intermediate, fixture.chain.root)
    },
    Forgery(
      "swapped markers", .unverified(.markerMissing(.leaf)),
      recipe: .with {
        $0.leafMarker = AppStoreMarker.intermediate
        $0.intermediateMarker = AppStoreMarker.leaf
      }),
    Forgery(
      "no marker on the leaf", .unverified(.markerMissing(.leaf)),
      recipe: .with { $0.leafMarker = nil }),
    Forgery(
      "no marker on the intermediate", .unverified(.markerMissing(.intermediate)),
      recipe: .with { $0.intermediateMarker = nil }),
    Forgery(
      "critical markers", .unverified(.chainInvalid),
      recipe: .with { $0.markersAreCritical = true }),
    Forgery("a leaf that issued another leaf", .unverified(.markerMissing(.intermediate))) {
      fixture in
      let second = try UnissuedCertificate(
        name: "Second Leaf", authority: false, marker: AppStoreMarker.leaf
      )
      .issued(by: fixture.chain.leaf)
      return try fixture.token(signedBy: second, fixture.chain.leaf, fixture.chain.root)
    },
    Forgery(
      "an intermediate that is not an authority", .unverified(.issuerNotAuthority),
      recipe: .with { $0.intermediateIsAuthority = false }),
    Forgery(
      "an intermediate that may not sign certificates", .unverified(.issuerNotAuthority),
      recipe: .with { $0.intermediateMaySign = false }),
    Forgery(
      "a leaf that is an authority", .unverified(.leafIsAuthority),
      recipe: .with { $0.leafIsAuthority = true }),
    Forgery(
      "a root that does not allow intermediates", .unverified(.chainInvalid),
      recipe: .with { $0.rootPathLength = 0 }),
    Forgery(
      "a leaf that had expired when it signed",
      .unverified(.outsideValidity(signedDate: .noon, validity: .untilLastYear)),
      recipe: .with { $0.leafValidity = .untilLastYear }),
    Forgery(
      "an intermediate that was not yet valid",
      .unverified(.outsideValidity(signedDate: .noon, validity: .fromNextYear)),
      recipe: .with { $0.intermediateValidity = .fromNextYear }),
    Forgery(
      "an intermediate that had expired",
      .unverified(.outsideValidity(signedDate: .noon, validity: .untilLastYear)),
      recipe: .with { $0.intermediateValidity = .untilLastYear }),
    Forgery(
      "a root that had expired",
      .unverified(.outsideValidity(signedDate: .noon, validity: .untilLastYear)),
      recipe: .with { $0.rootValidity = .untilLastYear }),
    Forgery(
      "certificates that are never valid at the same time", .unverified(.chainInvalid),
      recipe: .with {
        $0.leafValidity = .untilLastYear
        $0.intermediateValidity = .fromNextYear
      },
      token: { try $0.token() }),
  ]
}

extension SigningFixture {
  /// The car, signed by a leaf of the fixture's chain whose key is on another curve.
  fileprivate func tokenOfP384(alg: String) throws -> String {
    let key = P384.Signing.PrivateKey()
    let leaf = try UnissuedCertificate(name: "Leaf", authority: false, marker: AppStoreMarker.leaf)
      .certificate(of: .init(key.publicKey), issuedBy: chain.intermediate)
    let x5c = try ([leaf.der] + chain.der.dropFirst()).map { $0.base64EncodedString() }
    return try compact(header: header(alg: alg, x5c: x5c)) { input in
      try key.signature(for: input).rawRepresentation
    }
  }
}

extension ClosedRange<Date> {
  /// 2020 to 2025.
  fileprivate static let untilLastYear =
    Date(timeIntervalSince1970: 1_577_836_800)...Date(timeIntervalSince1970: 1_735_689_600)
  /// 2027 to 2040.
  fileprivate static let fromNextYear =
    Date(timeIntervalSince1970: 1_798_761_600)...Date(timeIntervalSince1970: 2_208_988_800)
}
