import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport

@testable import StoreClient

// Values that the rules' tables are made of.
extension SignIn {
  static let ann = SignIn(
    account: StoreAccount(name: "ann"), token: "sign-in", rootCertificate: Data("root".utf8))
}

extension LowercaseUUID {
  /// `00000000-0000-0000-0000-000000000001` for 1.
  init(_ number: UInt8) {
    self.init(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }
}

extension StoreDevice {
  static func sample(_ name: String, _ registration: UInt8) -> StoreDevice {
    StoreDevice(
      id: name, registrationDate: .fixture, verificationID: LowercaseUUID(registration))
  }
}

extension KeptDevice {
  static func sample(_ name: String, _ registration: UInt8) -> KeptDevice {
    KeptDevice(name: name, verificationID: LowercaseUUID(registration))
  }
}

extension SignedInAccount {
  /// Ann's account; without a number its usual device is not registered.
  static func sample(_ device: String, _ registration: UInt8? = nil) -> SignedInAccount {
    SignedInAccount(
      signIn: .ann, device: device, registered: registration.map { LowercaseUUID($0) })
  }
}

extension StoreLocation {
  static let remoteStore = StoreLocation.remote(address: "http://localhost:8080")
}
