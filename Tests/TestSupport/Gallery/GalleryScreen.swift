package import TerminalUI

/// A screen in one state, drawn at every size of the gallery.
package struct GalleryScreen: Sendable {
  /// The state, which names the recorded file.
  package let state: String
  /// The name of the screen within its state.
  package let name: String
  package let frames: [Frame]

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
    frames = Self.sizes.map(draw)
  }

  /// The frame with 80 columns and 24 rows.
  package var ordinaryFrame: Frame { frames[1] }
}

extension [GalleryScreen] {
  /// What a rule finds in any frame, each with its screen and size.
  package func findings(_ rule: (Frame) -> [String]) -> [String] {
    flatMap { screen in
      screen.frames.flatMap { frame in
        rule(frame).map { "\(screen.state), \(screen.name), \(frame.size.caption): \($0)" }
      }
    }
  }
}

extension Size {
  /// "80x24".
  var caption: String { "\(columns)x\(rows)" }
}
