import AppStorePayloads
import Foundation
package import StoreAPI
package import StoreOperatorAPI
package import TerminalUI

/// Opens the Transaction Manager on the screen of a program, and performs its effects.
package actor TransactionManagerSheet {
  private let program: Program
  private let openStore: @Sendable () async throws -> any StoreOperator
  private let sentence: @Sendable (Answer<OperatorResult>, OperatorCommand) -> String
  private var isOpen = false
  /// The number of times that it was opened.
  private var openings = 0
  /// The open layer; `nil` while none is on the screen.
  private var handle: LayerHandle<TransactionManager>?
  private var store: (any StoreOperator)?
  /// The results of controls that ended while no layer was open, oldest first.
  private var unread: [TransactionManager.Message] = []

  /// - Parameters:
  ///   - program: The program on whose screen it is shown.
  ///   - openStore: Returns the store whose transactions it shows; called when it is first shown.
  ///   - sentence: Returns a sentence about the result of a command.
  package init(
    program: Program,
    openStore: @escaping @Sendable () async throws -> any StoreOperator,
    sentence: @escaping @Sendable (Answer<OperatorResult>, OperatorCommand) -> String
  ) {
    (self.program, self.openStore, self.sentence) = (program, openStore, sentence)
  }

  /// Shows it, unless it is open.
  package func show() async {
    guard let handle = await open() else { return }
    await perform(.read(.transactions, revision: nil), handle, opening: openings)
  }

  /// Shows it with the form of the control that has this name in JSON.
  package func show(control name: String) async {
    guard let handle = await open() else {
      handle?.send(.open(name))
      return
    }
    handle.send(.open(name))
    await perform(.read(.transactions, revision: nil), handle, opening: openings)
  }

  /// Opens it; `nil` if it is open.
  private func open() async -> LayerHandle<TransactionManager>? {
    guard !isOpen else { return nil }
    isOpen = true
    openings += 1
    let opened = await program.push(TransactionManager()) { [weak self, openings] effect, handle in
      await self?.perform(effect, handle, opening: openings)
    }
    handle = opened
    for result in unread { opened.send(result) }
    unread = []
    return opened
  }

  /// Sends the result of a control to the layer that started it; if that one is closed, to the next one.
  private func deliver(
    _ result: TransactionManager.Message, of title: String, from opening: Int
  ) {
    if let handle, opening == openings {
      handle.send(result)
    } else if let outcome = result.outcome {
      let kept = TransactionManager.Message.ended(title, outcome)
      if let handle { handle.send(kept) } else { unread.append(kept) }
    }
  }

  private func perform(
    _ effect: TransactionManager.Effect, _ handle: LayerHandle<TransactionManager>, opening: Int
  ) async {
    switch effect {
    case .read(let table, let revision): handle.send(await page(of: table, at: revision))
    case .readSubscription(let id):
      handle.send(.subscription(await subscription(of: id), of: id))
    case .readNotifications(let id):
      handle.send(.notifications(await notifications(about: id), of: id))
    case .perform(let command):
      let title = ControlDescription.named(command.name)?.title ?? command.name
      deliver(await result(of: command), of: title, from: opening)
    case .send(let form):
      deliver(await result(of: form), of: form.control.title, from: opening)
    case .close:
      (isOpen, self.handle) = (false, nil)
      await handle.pop()
    }
  }

  func opened() async throws -> any StoreOperator {
    if let store { return store }
    let opened = try await openStore()
    store = opened
    return opened
  }

  /// Performs the command of a form, with a new key and the text of the file that it names.
  private func result(of form: ControlForm) async -> TransactionManager.Message {
    do {
      let file = try form.filePath.map { try Self.text(ofFile: $0) } ?? ""
      return await result(of: try form.command(key: "\(OrderKey(UUID()))", file: file))
    } catch let error as ControlFormError {
      return .refused(error.description)
    } catch {
      return .refused("the file cannot be read: \(error.localizedDescription)")
    }
  }

  /// The text of a file, which may be as long as a catalogue.
  ///
  /// Only a regular file is opened: to open a pipe, a thread would wait for its writer.
  ///
  /// - Throws: ``ControlFormError/refused(_:)`` for anything else, and for a file that is longer than a
  ///   command may be; the system's errors if it cannot be read.
  static func text(ofFile path: String) throws -> String {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    let place = url.path(percentEncoded: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: place)
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw ControlFormError.refused("'\(path)' is not a file")
    }
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    let data = try file.read(upToCount: OperatorCommand.sizeLimit + 1) ?? Data()
    guard data.count <= OperatorCommand.sizeLimit else {
      throw ControlFormError.refused(
        "'\(path)' has more than \(OperatorCommand.sizeLimit) bytes: name a smaller file")
    }
    return String(decoding: data, as: UTF8.self)
  }

  private func result(of command: OperatorCommand) async -> TransactionManager.Message {
    do {
      let answer = try await opened().perform(command)
      if case .deleted(let transaction) = answer.value {
        return .deleted(sentence(answer, command), transaction.id)
      }
      return .done(sentence(answer, command), answer.value.transaction)
    } catch {
      return .refused(error.sentence)
    }
  }
}

extension OperatorResult {
  /// The transaction that a control has changed.
  fileprivate var transaction: OperatorTransaction? {
    switch self {
    case .refunded(let transaction, _), .refundDeclined(let transaction),
      .refundReversed(let transaction, _), .expired(let transaction), .renewal(let transaction, _),
      .subscription(let transaction, _, _):
      transaction
    default: nil
    }
  }
}

extension TransactionManager.Message {
  /// What a control has done or why it was refused; `nil` for any other message.
  fileprivate var outcome: TransactionManager.Activity? {
    switch self {
    case .done(let text, _), .deleted(let text, _): .done(text)
    case .refused(let reason): .refused(reason)
    default: nil
    }
  }
}
