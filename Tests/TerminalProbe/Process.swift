import Foundation

func environmentVariables() -> [String: String] { ProcessInfo.processInfo.environment }

func report(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
