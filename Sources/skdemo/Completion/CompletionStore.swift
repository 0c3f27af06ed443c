import AppStorePayloads
import DemoApp
import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI

/// The store that a command line names while it is typed, for the shell's completion.
///
/// It makes no store and asks no remote one, because a shell must not wait for a network. If something
/// fails, nothing is completed.
struct CompletionStore: Sendable {
  private let arguments: StoreArguments

  /// - Parameter words: The words of the command line so far.
  init(_ words: [String]) {
    var arguments = StoreArguments()
    arguments.data = Self.value(of: "--data", in: words)
    arguments.store = Self.value(of: "--store", in: words)
    arguments.catalog = Self.value(of: "--catalog", in: words)
    self.arguments = arguments
  }

  /// The IDs of the products that begin with `prefix`, in the order of the catalogue.
  func productIDs(_ prefix: String) async -> [String] {
    Presentation.read(catalogue).productIDs.filter { $0.hasPrefix(prefix) }
  }

  /// The names of the accounts that begin with `prefix`.
  func accounts(_ prefix: String) async -> [String] {
    guard case .accounts(let accounts) = await result(of: .accounts) else { return [] }
    return accounts.map(\.name).filter { $0.hasPrefix(prefix) }
  }

  /// The names of the devices that begin with `prefix`.
  func devices(_ prefix: String) async -> [String] {
    guard case .accounts(let accounts) = await result(of: .accounts) else { return [] }
    return accounts.flatMap(\.devices).map(\.id).filter { $0.hasPrefix(prefix) }
  }

  /// The IDs of the newest transactions that begin with `prefix`.
  func transactionIDs(_ prefix: String) async -> [String] {
    let all = OperatorCommand.transactions(account: nil, revision: nil)
    guard case .transactions(let list, _, _) = await result(of: all) else { return [] }
    return list.map(\.id.description).filter { $0.hasPrefix(prefix) }
  }

  /// The named file, the app's copy of the catalogue, or the built-in one.
  private var catalogue: Data {
    if let path = arguments.catalog, let file = try? CatalogueFile(path: path) { return file.data }
    let kept = (try? arguments.folder()).flatMap { try? Data(contentsOf: $0.presentation) }
    return kept ?? CatalogueFile.builtInData
  }

  private func result(of command: OperatorCommand) async -> OperatorResult? {
    guard arguments.isLocal, let folder = try? arguments.folder(), folder.hasStore else {
      return nil
    }
    return try? await LocalStore.open(arguments).engine.perform(command).value
  }

  /// The word after an option, or after its equals sign.
  private static func value(of option: String, in words: [String]) -> String? {
    if let index = words.lastIndex(of: option), words.indices.contains(index + 1) {
      return words[index + 1]
    }
    return words.last { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}
