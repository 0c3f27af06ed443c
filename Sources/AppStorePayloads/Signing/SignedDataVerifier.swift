import Crypto
package import Foundation

/// Verifies that the pinned store signed a token, for this app and this device.
///
/// The algorithm must be ES256. Three certificates must form a chain to the pinned root, have the
/// App Store's markers, and be valid at the time of signing. The signature must match the received
/// bytes. The app, the environment and, on a device, the device must be the expected ones.
///
/// Verified chains are cached. A token with a cached chain takes little more time than one P-256
/// verification.
///
/// Source: "Verifying App Store signed data"; Apple's app-store-server-library.
package struct SignedDataVerifier: Sendable {
  /// The values with which this verifier compares a token.
  package let trust: Trust
  let chains = VerifiedChains()

  /// Creates a verifier that trusts one root.
  ///
  /// - Parameters:
  ///   - rootCertificate: The pinned root, in DER.
  ///   - bundleID: The app that the data must be signed for.
  ///   - environment: The environment that the data must have.
  ///   - device: This device's `deviceVerificationID`; `nil` on a server, where data is not bound
  ///     to a device.
  package init(
    rootCertificate: Data, bundleID: String, environment: StoreEnvironment = .sandbox,
    device: UUID?
  ) {
    trust = Trust(
      rootCertificate: rootCertificate, bundleID: bundleID, environment: environment,
      device: device)
  }

  /// Returns the payload, verified, or unverified with the first reason why it is not trusted.
  ///
  /// - Throws: ``SignatureError/oversized(bytes:)``, ``SignatureError/malformed(_:)`` or
  ///   ``SignatureError/payloadUnreadable(_:)`` if the payload cannot be decoded.
  package func verify<Payload: SignedPayload>(
    _ jws: String, as type: Payload.Type
  ) async throws(SignatureError) -> SignedData<Payload> {
    let token = try JWS(jws)
    let payload = try token.payload(as: type)
    do throws(SignatureError) {
      let chain = try await chain(of: token, at: payload.signedDate)
      try checkSignature(of: token, by: chain)
      chains.insert(chain, for: token.headerSegment)
      try checkPurpose(of: payload)
      try checkDevice(of: payload)
    } catch {
      return .unverified(payload, error)
    }
    return .verified(payload)
  }
}

extension SignedDataVerifier {
  /// The values with which a verifier compares a token.
  ///
  /// Verifiers with equal values always give the same result for the same token.
  package struct Trust: Hashable, Sendable {
    fileprivate let rootCertificate: Data
    fileprivate let bundleID: String
    fileprivate let environment: StoreEnvironment
    fileprivate let device: UUID?
  }
}

extension SignedDataVerifier {
  private func chain(
    of token: JWS, at signedDate: Date
  ) async throws(SignatureError) -> VerifiedChain {
    if let known = chains[token.headerSegment] {
      guard known.validity.contains(signedDate) else {
        throw .outsideValidity(signedDate: signedDate, validity: known.validity)
      }
      return known
    }
    let chain = try certificates(in: token.header())
    try await chain.validate(at: signedDate)
    let prefix = SHA256.prefix(of: token.headerSegment)
    return VerifiedChain(
      key: try chain.signingKey(), validity: chain.validity, prefix: prefix)
  }

  private func certificates(in header: JWS.Header) throws(SignatureError) -> CertificateChain {
    guard header.alg == "ES256" else { throw .wrongAlgorithm(header.alg) }
    guard header.crit == nil else { throw .criticalHeader }
    let positions = SignatureError.Position.allCases
    let x5c = header.x5c ?? []
    guard x5c.count == positions.count else { throw .wrongCertificateCount(x5c.count) }
    var der: [Data] = []
    for (position, text) in zip(positions, x5c) {
      guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
        throw .certificateUnreadable(position)
      }
      der.append(data)
    }
    guard der.last == trust.rootCertificate else { throw .untrustedRoot }
    return try CertificateChain(der: der)
  }

  private func checkSignature(
    of token: JWS, by chain: VerifiedChain
  ) throws(SignatureError) {
    var digest = chain.prefix
    digest.update(data: token.payloadSegment)
    guard
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature),
      chain.key.isValidSignature(signature, for: digest.finalize())
    else { throw .signatureMismatch }
  }

  private func checkPurpose(of payload: some SignedPayload) throws(SignatureError) {
    if let signedBundleID = payload.signedBundleID, signedBundleID != trust.bundleID {
      throw .wrongBundle(signedBundleID)
    }
    guard payload.environment == trust.environment else {
      throw .wrongEnvironment(payload.environment)
    }
  }

  private func checkDevice(of payload: some SignedPayload) throws(SignatureError) {
    guard let device = trust.device else { return }
    guard let hash = payload.deviceVerification, let nonce = payload.deviceVerificationNonce else {
      throw .deviceVerificationMissing
    }
    guard hash == DeviceVerification.hash(nonce: nonce.uuid, device: device) else {
      throw .wrongDevice
    }
  }
}

extension SHA256 {
  /// Returns the start of a token's digest: over the header and the dot that follows it.
  static func prefix(of headerSegment: Data) -> SHA256 {
    var hash = SHA256()
    hash.update(data: headerSegment)
    hash.update(data: [UInt8(ascii: ".")])
    return hash
  }
}
