import AppStorePayloads
import Crypto
import Foundation
import PrivateFiles
import TestSupport
import Testing

/// `skdemo store api-key` and `skdemo store endpoints`, for the developer of an app's server.
@Suite(.hangLimit) struct APIKeyCommandTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture(.inProcess) }

  private var file: URL { commandLine.data.appending(path: "SubscriptionKey.p8") }

  @Test func `a key is printed once, with its ID and the issuer ID`() async throws {
    let run = try await commandLine.skdemo("store", "api-key", "create")

    #expect(run.output.hasPrefix("API key "), "\(run.errors)")
    #expect(run.output.contains("\nissuer ID "))
    #expect(run.output.contains("\n-----BEGIN PRIVATE KEY-----\n"))
    let json = try await commandLine.skdemo("store", "api-key", "create", "--json").json()
    #expect((json["id"] as? String)?.count == 10)
    #expect(UUID(uuidString: json["issuerID"] as? String ?? "") != nil)
    let pem = try #require(json["privateKey"] as? String)
    #expect(throws: Never.self) { try P256.Signing.PrivateKey(pemRepresentation: pem) }
  }

  @Test func `a key is saved in a new file that only its owner reads, and is not printed`()
    async throws
  {
    let run = try await commandLine.skdemo("store", "api-key", "create", file.path, "--json")

    let json = try run.json()
    #expect(json["file"] as? String == file.path)
    #expect(json["privateKey"] == nil && !run.output.contains("PRIVATE KEY"))
    #expect(PrivateFile.permissions(of: file) == 0o600)
    let pem = try String(contentsOf: file, encoding: .utf8)
    #expect(pem.hasSuffix("-----END PRIVATE KEY-----\n"))
    #expect(throws: Never.self) { try P256.Signing.PrivateKey(pemRepresentation: pem) }
  }

  @Test func `a file that exists is not replaced, and no key is created`() async throws {
    try Data("mine".utf8).write(to: file)

    try await commandLine.expectRefusals([
      (["store", "api-key", "create", file.path], 1, "newFile"),
      (["store", "api-key", "create", "/dev/null/key.p8"], 1, "newFile"),
      (["store", "api-key", "create", ""], 2, "malformed"),
    ])

    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    #expect(try await keys().isEmpty)
  }

  @Test func `a revoked key stays in the list but leaves the endpoints`() async throws {
    let id = try await createKey()

    let run = try await commandLine.skdemo("store", "api-key", "revoke", id)

    #expect(run.output == "the API key \(id) was revoked: its tokens are refused\n")
    #expect(try await keys().map { $0["revocationDate"] is String } == [true])
    let endpoints = try await commandLine.skdemo("store", "endpoints", "--json").json()
    #expect((endpoints["keys"] as? [Any])?.isEmpty == true)
    try await commandLine.expectRefusals([
      (["store", "api-key", "revoke", "ZZZZZ99999"], 1, "unknownAPIKey"),
      (["store", "api-key", "revoke"], 2, "malformed"),
    ])
  }

  @Test func `a token is made from the file and is valid for 20 minutes`() async throws {
    let id = try await createKey()

    let run = try await commandLine.skdemo([
      "store", "api-key", "token", file.path, "--key-id", id, "--issuer-id", "issuer",
      "--bundle-id", "com.example.app",
    ])

    let jws = try JWS(run.output.trimmingCharacters(in: .newlines))
    let claims = try jws.payload(as: TokenClaims.self)
    #expect(claims.iss == "issuer" && claims.bid == "com.example.app")
    #expect(claims.aud == "appstoreconnect-v1" && claims.exp - claims.iat == 1200)
    let key = try P256.Signing.PrivateKey(
      pemRepresentation: String(contentsOf: file, encoding: .utf8)
    ).publicKey
    let signed = jws.headerSegment + Data(".".utf8) + jws.payloadSegment
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
    #expect(key.isValidSignature(signature, for: signed))
  }

  @Test func `the store is asked for the IDs of a token that are left out`() async throws {
    let id = try await createKey()

    let run = try await commandLine.skdemo("store", "api-key", "token", file.path)

    let jws = try JWS(run.succeeded().output.trimmingCharacters(in: .newlines))
    let endpoints = try await commandLine.skdemo("store", "endpoints", "--json").json()
    let claims = try jws.payload(as: TokenClaims.self)
    #expect(claims.iss == endpoints["issuerID"] as? String)
    #expect(claims.bid == "com.example.skdemo")
    let header = try #require(Data(base64URLEncoded: jws.headerSegment))
    #expect(String(decoding: header, as: UTF8.self).contains(id))
  }

  @Test func `without a key ID a token needs a store with one valid key`() async throws {
    let first = try await createKey()
    let second = try await commandLine.skdemo("store", "api-key", "create", "--json").json()
    try await commandLine.expectRefusals([(["store", "api-key", "token", file.path], 1, "apiKey")])

    let key = try #require(second["id"] as? String)
    _ = try await commandLine.skdemo("store", "api-key", "revoke", key).succeeded()
    _ = try await commandLine.skdemo("store", "api-key", "token", file.path).succeeded()
    _ = try await commandLine.skdemo("store", "api-key", "revoke", first).succeeded()

    try await commandLine.expectRefusals([(["store", "api-key", "token", file.path], 1, "apiKey")])
  }

  @Test func `a token is not made from a file without a key, or one that others can read`()
    async throws
  {
    let ids = ["--key-id", "K", "--issuer-id", "I", "--bundle-id", "B"]
    _ = try await createKey()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    let wrong = commandLine.data.appending(path: "wrong.p8")
    try PrivateFile.write(Data("key".utf8), to: wrong)

    try await commandLine.expectRefusals([
      (["store", "api-key", "token", file.path] + ids, 1, "exposedKey"),
      (["store", "api-key", "token", wrong.path] + ids, 1, "apiKey"),
      (["store", "api-key", "token", "/dev/null/key.p8"] + ids, 1, "apiKey"),
      (["store", "api-key", "token", wrong.path], 1, "apiKey"),
    ])
  }

  @Test func `the endpoints show what Apple's libraries need, with examples`() async throws {
    let id = try await createKey()

    let json = try await commandLine.skdemo("store", "endpoints", "--json").json()

    #expect(json["baseURL"] as? String == "http://127.0.0.1:8080")
    #expect(json["verifyReceipt"] as? String == "http://127.0.0.1:8080/verifyReceipt")
    #expect(json["environment"] as? String == "Sandbox")
    #expect(json["bundleID"] as? String == "com.example.skdemo")
    let issuer = try #require(json["issuerID"] as? String)
    let root = try #require(json["rootCertificate"] as? String)
    #expect(FileManager.default.fileExists(atPath: root))
    let examples = try #require(json["examples"] as? [String: String])
    #expect(Set(examples.keys) == ["curl", "python", "node", "swift"])
    for (name, text) in examples {
      for value in [id, issuer, "com.example.skdemo", "http://127.0.0.1:8080"] {
        #expect(text.contains(value), "\(name): \(value)")
      }
    }
    #expect(examples["python"]?.contains("open(\"\(root)\", \"rb\")") == true)
  }

  @Test func `the endpoints of a store without a key say how one is made`() async throws {
    let run = try await commandLine.skdemo("store", "endpoints")

    #expect(run.output.contains("skdemo store api-key create SubscriptionKey.p8\n"))
    #expect(run.output.contains("\"KEY_ID\""))
  }

  @Test func `the root certificate is copied to a new file`() async throws {
    let copy = commandLine.data.appending(path: "root.der")

    let json = try await commandLine.skdemo("store", "endpoints", "--root", copy.path, "--json")
      .json()

    #expect(json["rootCertificate"] as? String == copy.path)
    let kept = commandLine.data.appending(path: "authority/root.der")
    #expect(try Data(contentsOf: copy) == Data(contentsOf: kept))
    try await commandLine.expectRefusals([
      (["store", "endpoints", "--root", copy.path], 1, "newFile")
    ])
  }

  /// Makes a key in ``file``, and returns its ID.
  private func createKey() async throws -> String {
    let json = try await commandLine.skdemo("store", "api-key", "create", file.path, "--json")
      .json()
    return try #require(json["id"] as? String)
  }

  private func keys() async throws -> [[String: Any]] {
    let json = try await commandLine.skdemo("store", "api-key", "list", "--json").json()
    return try #require(json["apiKeys"] as? [[String: Any]])
  }
}

private struct TokenClaims: Decodable {
  let iss: String
  let iat: Int
  let exp: Int
  let aud: String
  let bid: String
}
