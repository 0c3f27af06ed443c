package import TerminalUI

/// A screen in one state, drawn at every size of the gallery.
package struct GalleryScreen: Sendable {
  /// The state, which names the recorded file.
  package let state: String
  /// The name of the screen within its state.
  package let name: String
  package let frames: [GalleryFrame]

  /// The sizes from the smallest screen with everything to a large one.
  package static let sizes = [(40, 12), (80, 24), (120, 36), (200, 60)].map {
    Size(columns: $0.0, rows: $0.1)
  }

  /// - Parameters:
  ///   - state: The state, which names the recorded file.
  ///   - name: The name of the screen within its state.
  ///   - draw: Returns the screen at a size.
  package init(state: String, name: String, draw: (Size) -> Frame) {
    (self.state, self.name) = (state, name)
    frames = Self.sizes.map { GalleryFrame(draw($0)) }
  }
}

extension [GalleryScreen] {
  /// What a rule finds in any frame, each with its screen and size.
  package func findings(_ rule: (GalleryFrame) -> [String]) -> [String] {
    flatMap { screen in
      screen.frames.flatMap { frame in
        rule(frame).map { "\(screen.state), \(screen.name), \(frame.size.caption): \($0)" }
      }
    }
  }

  /// What a rule finds in the lines of all frames; equal lines are read once.
  package func findings(inLines rule: (String) -> String?) -> [String] {
    var read: Set<String> = []
    return findings { frame in
      frame.lines.filter { read.insert($0).inserted }.compactMap(rule)
    }
  }
}

extension Size {
  /// "80x24".
  var caption: String { "\(columns)x\(rows)" }
}
