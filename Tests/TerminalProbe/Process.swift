import Foundation

func environmentVariables() -> [String: String] { ProcessInfo.processInfo.environment }

func complain(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
