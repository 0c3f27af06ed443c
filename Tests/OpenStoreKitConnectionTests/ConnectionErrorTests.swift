import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import Testing

@testable import OpenStoreKitConnection
@testable import StoreEngine
@testable import StoreHTTPClient

/// What an app learns if it cannot be connected.
@Suite struct ConnectionErrorTests {
  private static let url = URL(filePath: "/data")
  private static let folder = DataFolder(url: url)

  private static let errors: [(any Error, ConnectionError.Code)] = [
    (DataFolderError.noHome, .invalidEnvironment),
    (StoreAddressError(text: "x", reason: "it is not a URL"), .invalidEnvironment),
    (TrustedRootsError.noCertificate("x"), .invalidEnvironment),
    (StoreError.invalidName(name: "//"), .invalidEnvironment),
    (CustomerStoreError.catalogueUnreadable(path: "x"), .invalidConfiguration),
    (CatalogueError(file: "x", place: "", problem: .tooLarge(bytes: 9)), .invalidConfiguration),
    (StoreOpeningError.unknownStorefront("ATL"), .invalidConfiguration),
    (StoreOpeningError.differentCatalogue, .otherConfiguration),
    (CustomerStoreError.missing(folder), .storeNotFound),
    (CustomerStoreError.served(folder, at: nil), .storeInUse),
    (CustomerStoreError.inUse(folder), .storeInUse),
    (
      CustomerStoreError.unavailable(.unavailable(reason: "it is full"), in: folder),
      .storeUnavailable
    ),
    (LocalClientError.unreachable("it is closed"), .storeUnavailable),
    (LocalClientError.cannotRegister(because: .unreachable("it is closed")), .storeUnavailable),
    (FileError(url, "writing", reason: "the disk is full"), .storeUnavailable),
    (DeviceStoreError.missing(url), .storeUnavailable),
    (AuthorityError.inaccessible(url, reason: "x"), .storeUnavailable),
    (StoreOpeningError.differentRoot, .storeUnavailable),
    (LocalClientError.notSignedIn(.remote(address: "http://x")), .notSignedIn),
    (LocalClientError.otherAccount(kept: "ann", wanted: "bob", address: "x"), .notSignedIn),
    (LocalClientError.accountOfOthers("ann"), .notSignedIn),
    (StoreError.signInRefused, .notSignedIn),
    (LocalClientError.untrustedRoot, .untrustedStore),
    (LocalClientError.deviceElsewhere("phone"), .unknownDevice),
    (StoreError.unknownDevice(name: "phone"), .unknownDevice),
    (StoreError.tooManyDevices(maximum: 9), .unknown),
  ]

  @Test(arguments: errors.indices)
  func `an error of any layer has a code and a sentence`(index: Int) {
    let (cause, code) = Self.errors[index]
    let error = ConnectionError(cause)
    #expect(error.code == code)
    #expect(error.localizedDescription == error.description)
    #expect(!error.description.isEmpty)
    #expect(ConnectionError(error) == error)
  }

  @Test func `a program that names no store, or another one than it has, learns it by its code`() {
    #expect(ConnectionError.noStoreNamed.code == .noStoreNamed)
    #expect(ConnectionError.connectedOtherwise.code == .connectedOtherwise)
  }
}
