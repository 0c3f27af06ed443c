package import StoreAPI

extension LocalClient {
  /// Gives the account another password, and keeps this client's new sign-in.
  ///
  /// Every other client of the account is signed out. The client stays the device that it usually is;
  /// if the devices are signed out too, it registers that one again at its next use.
  ///
  /// - Returns: The new sign-in, and the devices that stay signed in.
  /// - Throws: ``LocalClientError`` if nobody is signed in here, the store has revoked the sign-in or
  ///   another store answers: it did not receive a password. `StoreFault` if the store refuses, and an
  ///   error of a file if the new sign-in cannot be kept: then sign in with the new password.
  package func changePassword(_ change: PasswordChange) async throws -> ChangedPassword {
    try await locked {
      guard let account = file.read() else {
        throw LocalClientError.notSignedIn(connection.location)
      }
      let trust = RootTrust(named: nil, kept: account.signIn.rootCertificate)
      try trust.check(try await accounts.root().value)
      let changed = try await changed(change, account)
      try trust.check(changed.signIn.rootCertificate)
      try account.check(changed.signIn)
      try file.write(account.signedInAgain(changed.signIn))
      return changed
    }
  }

  /// Sends the change; if the sign-in is revoked, an earlier attempt may have done it.
  private func changed(
    _ change: PasswordChange, _ account: SignedInAccount
  ) async throws -> ChangedPassword {
    do {
      return try await accounts.changePassword(change, signIn: account.signIn.token).value
    } catch StoreFault.unauthorized {
      return try await found(change, account)
    }
  }

  /// The change that an earlier attempt has made, whose answer was lost.
  ///
  /// - Throws: ``LocalClientError`` if there was none: then the sign-in was revoked otherwise.
  private func found(
    _ change: PasswordChange, _ account: SignedInAccount
  ) async throws -> ChangedPassword {
    do {
      let signIn = try await signedIn(with: change.newPassword, account)
      let devices = try await accounts.devices(signIn: signIn.token).value
      return ChangedPassword(signIn: signIn, devices: devices)
    } catch StoreFault.signInRefused {
      throw try await refusal(of: account.signIn)
    }
  }

  private func signedIn(
    with password: String, _ account: SignedInAccount
  ) async throws -> SignIn {
    let credentials = Credentials(account: account.signIn.account.name, password: password)
    let tokens = knownTokens(of: credentials.account, account)
    let token = tokens.first { $0.root == account.signIn.rootCertificate }?.token
    return try await accounts.signIn(credentials, token: token).value
  }
}
