import Foundation
import PrivateFiles
import StoreAPI
import TestSupport
import Testing
import VisibleText

/// A machine with the files of another store beside those of a hostile one.
struct HostileMachine {
  /// The token of this machine's device at another store.
  static let otherToken = String(repeating: "secret", count: 7) + "x"

  private let folder: TemporaryFolder
  private let url: String
  private let port: Int
  private let otherFile: Data

  init(_ store: HostileStore) throws {
    folder = try TemporaryFolder()
    (url, port) = (store.url, store.port)
    otherFile = Data(#"{"token":"\#(Self.otherToken)","version":2}"#.utf8)
    for path in ["data/stores/shop.example-80", "data/stores/http/shop.example-80"] {
      let device = folder.url.appending(path: "\(path)/devices/device-1")
      try PrivateFile.makeFolder(device)
      try otherFile.write(to: device.appending(path: "device.json"))
    }
    try Data("0123456789abcdef0123456789abcdef\n".utf8).write(to: key)
  }

  private var data: URL { folder.url.appending(path: "data") }
  private var key: URL { folder.url.appending(path: "operator.key") }

  /// The options that name the hostile store.
  var store: [String] { ["--data", data.path, "--store", url] }

  var signIn: [String] { ["sign-in", "--account", "ann"] + store }

  private var operatorKey: [String] { ["--operator-key-file", key.path] }

  /// Every command once, with the sign-in first.
  var allArguments: [[String]] {
    [signIn] + CommandSample.all.map { $0 + store }
      + CommandSample.operators.map { $0 + store + operatorKey }
  }

  /// A command by chance; every third one is a sign-in, because many others end it.
  func arguments(_ random: SeededGenerator) -> [String] {
    var random = random
    let json = random.chance(of: 2) ? ["--json"] : []
    switch random.roll(9) {
    case 0...2: return signIn + (random.chance(of: 2) ? ["--create"] : []) + json
    case 3...4:
      return CommandSample.operators[random.roll(CommandSample.operators.count)] + store
        + operatorKey + json
    default: return CommandSample.all[random.roll(CommandSample.all.count)] + store + json
    }
  }

  /// Records an issue if the command wrote a control character, or failed without a sentence.
  func check(_ end: SampleOutcome, of arguments: [String], seed: UInt64) {
    let control = end.written.unicodeScalars.first { $0 != "\n" && $0.commandsTerminals }
    #expect(control == nil, "\(arguments), seed \(seed): \(end.written.escapingControls)")
    guard let failure = end.failure else { return }
    #expect(failure.isSentence, "\(arguments), seed \(seed): \(failure)")
  }

  /// Records an issue for every file outside the folder of the hostile store's devices.
  func checkFiles() throws {
    let own = "data/stores/http/127.0.0.1-\(port)"
    let others = ["data/stores/shop.example-80", "data/stores/http/shop.example-80"]
    for file in try folder.files {
      guard !others.contains(where: { file == "\($0)/devices/device-1/device.json" }) else {
        let content = try Data(contentsOf: folder.url.appending(path: file))
        #expect(content == otherFile, "\(file) has changed")
        continue
      }
      #expect(
        file == "operator.key" || file.hasPrefix(own + "/account.")
          || file.hasPrefix(own + "/devices/device-"), "\(file) does not belong here")
    }
  }

  /// Runs the real binary.
  func runBinary(_ arguments: [String]) async throws -> SampleOutcome {
    let run = try await CommandRun.run(
      "skdemo", arguments, environment: ["SKDEMO_PASSWORD": "open sesame"])
    #expect(!run.isSignalled, "\(arguments)")
    #expect([0, 1, 3].contains(run.status), "\(arguments): \(run.errors)")
    let failed = run.status != 0 && !run.errors.isEmpty
    return SampleOutcome(written: run.output + run.errors, failure: failed ? run.errors : nil)
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character, or changes the direction of the text around it.
  fileprivate var commandsTerminals: Bool {
    properties.generalCategory == .control || ("\u{202A}"..."\u{202E}").contains(self)
      || ("\u{2066}"..."\u{2069}").contains(self)
  }
}

extension String {
  /// Whether a person can read this: several words, and not a value of the program.
  fileprivate var isSentence: Bool {
    split(separator: " ").count > 2 && !contains("Error(") && !contains("(codingPath")
      && !contains("Swift.")
  }
}

extension TemporaryFolder {
  /// The paths of all files in the folder.
  fileprivate var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { path in
        var isFolder: ObjCBool = false
        let full = url.appending(path: path).path
        return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
    }
  }
}
