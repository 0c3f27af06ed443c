import AppStorePayloads
import Foundation
import StoreEngine
import SwiftASN1
import Testing
import X509

@Suite struct AuthorityTests {
  private let root: Certificate
  private let intermediate: Certificate
  private let leaf: Certificate
  private let authority: CertificateAuthority

  init() throws {
    authority = try CertificateAuthority.make()
    root = try Certificate(derEncoded: Array(authority.root.certificate))
    intermediate = try Certificate(derEncoded: Array(authority.intermediate.certificate))
    leaf = try Certificate(derEncoded: Array(authority.leaf.certificate))
  }

  @Test func `a store's certificates are valid from 2008 to the end of 2107`() throws {
    let signer = try authority.signer()

    #expect(signer.validity.lowerBound.formatted(.iso8601) == "2008-01-01T00:00:00Z")
    #expect(signer.validity.upperBound.formatted(.iso8601) == "2107-12-31T23:59:59Z")
    #expect(signer.rootCertificate == authority.root.certificate)
  }

  @Test func `root and intermediate issue certificates, and the leaf signs data`() throws {
    #expect(
      try root.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: nil))
    #expect(
      try intermediate.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
    #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
    #expect(try root.extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true))
    #expect(try intermediate.extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true))
    #expect(try leaf.extensions.keyUsage == KeyUsage(digitalSignature: true))
  }

  @Test func `intermediate and leaf have the App Store's markers, which are not critical`() throws {
    let leafMarker = try #require(leaf.extensions[oid: AppStoreMarker.leaf])
    let intermediateMarker = try #require(
      intermediate.extensions[oid: AppStoreMarker.intermediate])

    for marker in [leafMarker, intermediateMarker] {
      #expect(!marker.critical)
      #expect(Array(marker.value) == [0x05, 0x00])
    }
    #expect(intermediate.extensions[oid: AppStoreMarker.leaf] == nil)
    #expect(leaf.extensions[oid: AppStoreMarker.intermediate] == nil)
  }

  @Test func `each certificate names the key that issued it`() throws {
    let rootKey = try #require(try root.extensions.subjectKeyIdentifier)
    let intermediateKey = try #require(try intermediate.extensions.subjectKeyIdentifier)

    #expect(
      try intermediate.extensions.authorityKeyIdentifier?.keyIdentifier == rootKey.keyIdentifier)
    #expect(
      try leaf.extensions.authorityKeyIdentifier?.keyIdentifier == intermediateKey.keyIdentifier)
  }

  @Test func `two stores have different keys and serial numbers`() throws {
    let other = try CertificateAuthority.make()
    let otherRoot = try Certificate(derEncoded: Array(other.root.certificate))

    #expect(otherRoot.serialNumber != root.serialNumber)
    #expect(otherRoot.publicKey != root.publicKey)
    #expect([root, intermediate, leaf].allSatisfy { $0.serialNumber.bytes.count == 16 })
    #expect(Set([root.serialNumber, intermediate.serialNumber, leaf.serialNumber]).count == 3)
  }

  @Test func `a signature is trusted only with the root of the store that made it`() async throws {
    let info = RenewalInfoPayload(
      originalTransactionId: TransactionID(rawValue: 1), productId: "subscription.pro",
      autoRenewProductId: nil, autoRenewStatus: .off,
      signedDate: Date(timeIntervalSince1970: 4_354_819_199),
      environment: .sandbox,
      recentSubscriptionStartDate: Date(timeIntervalSince1970: 1_199_145_600),
      appTransactionId: "1")
    let token = try authority.signer().sign(info)
    func verdict(root: Data) async throws -> SignedData<RenewalInfoPayload> {
      try await SignedDataVerifier(rootCertificate: root, bundleID: "com.example", device: nil)
        .verify(token, as: RenewalInfoPayload.self)
    }

    #expect(try await verdict(root: authority.root.certificate) == .verified(info))
    #expect(
      try await verdict(root: CertificateAuthority.make().root.certificate)
        == .unverified(info, .untrustedRoot))
  }
}
