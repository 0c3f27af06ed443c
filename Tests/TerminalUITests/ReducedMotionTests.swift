import TerminalUI
import Testing

@Suite struct ReducedMotionTests {
  @Test(
    arguments: [
      ([:], 38_400, false), ([:], 1_200, false), (["CI": "true"], 38_400, true),
      (["CI": ""], 38_400, false), (["SSH_TTY": "/dev/pts/1"], 9_600, true),
      (["SSH_TTY": "/dev/pts/1"], 38_400, false), (["SSH_CONNECTION": "a b"], 1_200, true),
    ] as [([String: String], Int, Bool)])
  func `nothing moves in CI, nor over a slow line to another machine`(
    environment: [String: String], speed: Int, isReduced: Bool
  ) {
    #expect(ReducedMotion.isWanted(by: environment, speed: speed) == isReduced)
  }
}
