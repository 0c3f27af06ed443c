/// The topmost layer of a program, for a terminal that reads it out line by line.
package struct Reading: Equatable, Sendable {
  /// A number that differs for each layer of a program.
  package let layer: Int
  /// The layer alone, without the ones below.
  package let frame: Frame
  /// The keys of the layer and of the program, disabled ones with their reason.
  package let bindings: [KeyBinding]
  /// The latest events.
  package let announcements: [Announcement]
  /// Whether typed characters are text, which Enter sends.
  package let takesText: Bool
  /// Whether the frame shows the layer's content; otherwise only the events are read out.
  package let isSettled: Bool

  package init(
    layer: Int, frame: Frame, bindings: [KeyBinding], announcements: [Announcement] = [],
    takesText: Bool = false, isSettled: Bool = true
  ) {
    self.layer = layer
    self.frame = frame
    self.bindings = bindings
    self.announcements = announcements
    self.takesText = takesText
    self.isSettled = isSettled
  }
}
