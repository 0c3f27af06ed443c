import TestSupport

@testable import DemoApp
@testable import TerminalUI

extension Gallery {
  /// The help and the command line over a place.
  static func overlays() async -> [GalleryScreen] {
    let owner = await Sample.demo(Sample.owner, fuel: Sample.tank)
    let help = HelpLayer(bindings: owner.bindings, sentences: owner.help, canPress: true)
    let palette = CommandLineLayer(lineCommands(of: owner))
    return [
      screen("help", "all keys", help, over: owner),
      screen("help", "filtered", typing("fuel", in: help), over: owner),
      screen("help", "nothing found", typing("submarine", in: help), over: owner),
      screen("palette", "empty line", palette, over: owner),
      screen("palette", "disabled", typing("ask for", in: palette), over: owner),
      screen("palette", "nothing found", typing("submarine", in: palette), over: owner),
    ]
  }

  /// The commands that the command line offers over a place.
  static func lineCommands(of demo: Demo) -> [LineCommand] {
    demo.bindings.compactMap { LineCommand($0) }
      + demo.namedCommands.map { LineCommand($0, action: .layer($0.id)) }
  }

  private static func screen<L: Layer>(
    _ state: String, _ name: String, _ layer: L, over demo: Demo
  ) -> GalleryScreen {
    GalleryScreen(state: state, name: name) { size in
      var frame = demo.frame(columns: size.columns, rows: size.rows)
      var layer = layer
      frame.dim()
      layer.adapt(to: size)
      layer.draw(on: &frame)
      return frame
    }
  }

  private static func typing<L: Layer>(_ text: String, in layer: L) -> L {
    var layer = layer
    for character in text { _ = layer.update(.input(.key(.character(character)))) }
    return layer
  }
}
