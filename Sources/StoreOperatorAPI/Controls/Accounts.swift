package import StoreAPI

// Accounts and their devices.
extension OperatorCommand {
  static let ofAccounts: [any OperatorControl.Type] = [
    Accounts.self, AddAccount.self, SetPassword.self, SignOut.self, RemoveDevice.self,
  ]

  /// Lists every account of the store by name.
  package struct Accounts: OperatorControl {
    package static let summary = "Lists every account of the store."
    package static let result = OperatorResult.Name.accounts
    package static let isQuestion = true
  }

  /// Creates an account with a password, for a customer to sign in to.
  package struct AddAccount: OperatorControl {
    package let credentials: Credentials
    package static let summary =
      "Makes an account with a password, for a customer to sign in to."
    package static let result = OperatorResult.Name.accountAdded
    package static let errors: [StoreErrorCode] = [
      .invalidName, .invalidPassword, .accountExists, .tooManyAttempts,
    ]
  }

  /// Gives an account another password, or its first one, and revokes every sign-in of the account.
  ///
  /// The devices stay signed in, or are signed out too. If none is left, customers of the store's own
  /// machine can use the account, even if somebody signed up for it.
  package struct SetPassword: OperatorControl {
    package let credentials: Credentials
    package let signsOutDevices: Bool
    package static let isDestructive = true
    package static let summary =
      "Changes an account's password, and revokes every sign-in of the account."
    package static let result = OperatorResult.Name.passwordChanged
    package static let errors: [StoreErrorCode] = [
      .unknownAccount, .invalidPassword, .tooManyAttempts,
    ]
  }

  /// Revokes every sign-in of an account; its devices stay signed in.
  package struct SignOut: OperatorControl {
    package let account: String
    package static let isDestructive = true
    package static let summary =
      "Revokes every sign-in of an account, and returns how many there were."
    package static let result = OperatorResult.Name.signedOut
    package static let errors: [StoreErrorCode] = [.unknownAccount]
  }

  /// Removes a device, whose token is refused from now on.
  ///
  /// The account's oldest device gets its unfinished consumables.
  package struct RemoveDevice: OperatorControl {
    package let device: String
    package let account: String
    package static let isDestructive = true
    package static let summary = "Signs a customer's device out permanently."
    package static let result = OperatorResult.Name.deviceRemoved
    package static let errors: [StoreErrorCode] = [.unknownAccount, .unknownDevice]
  }

  package static var accounts: Self { Self(Accounts()) }
  package static func addAccount(credentials: Credentials) -> Self {
    Self(AddAccount(credentials: credentials))
  }
  package static func setPassword(credentials: Credentials, signsOutDevices: Bool) -> Self {
    Self(SetPassword(credentials: credentials, signsOutDevices: signsOutDevices))
  }
  package static func signOut(account: String) -> Self { Self(SignOut(account: account)) }
  package static func removeDevice(device: String, account: String) -> Self {
    Self(RemoveDevice(device: device, account: account))
  }
}
