import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

/// What somebody finds who gets a copy of a store's files.
@Suite(.hangLimit) struct StoredSecretsTests {
  @Test func `no file of a store has a token or a password, as text or as bytes`() async throws {
    let fixture = try await StoreFixture.make()
    let credentials = Credentials(account: "bob-of-the-hill", password: "correct horse")
    let signIn = try await fixture.engine.signUp(credentials).value.token
    let device = try await fixture.engine.registerDevice("watch-of-bob", signIn: signIn).value.token
    let change = PasswordChange(
      oldPassword: credentials.password, newPassword: "battery staple", signsOutDevices: false)
    let changed = try await fixture.engine.changePassword(change, signIn: signIn).value.signIn.token
    let (alices, registration) = try await fixture.device("laptop")
    try await alices.buy("nonconsumable.car")

    let files = try fixture.fileContents()

    // What is stored as it is would be found.
    for name in ["bob-of-the-hill", "watch-of-bob", "nonconsumable.car"] {
      #expect(files.values.contains { $0.range(of: Data(name.utf8)) != nil }, "\(name)")
    }
    let secrets = [
      signIn, changed, fixture.signIn.token, device, registration.token, credentials.password,
      change.newPassword,
    ]
    for secret in secrets {
      for (file, content) in files {
        for form in secret.storedForms {
          #expect(content.range(of: form) == nil, "\(file) has \(secret)")
        }
      }
    }
  }
}

extension StoreFixture {
  /// The content of every file of the store, by its path.
  fileprivate func fileContents() throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths.reduce(into: [:]) { contents, path in
      contents[path] = try? Data(contentsOf: folder.appending(path: path))
    }
  }
}

extension String {
  /// The text itself, the bytes that it stands for in base64url, and these in hexadecimal digits.
  fileprivate var storedForms: [Data] {
    let base64 = replacing("-", with: "+").replacing("_", with: "/")
    let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let bytes = Data(base64Encoded: padded).map { bytes in
      [bytes, Data(bytes.map { String(format: "%02x", $0) }.joined().utf8)]
    }
    return [Data(utf8)] + (bytes ?? [])
  }
}
