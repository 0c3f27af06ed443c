/// The form in which a recording is saved.
package enum DisplayFormat: String, Hashable, Sendable, CaseIterable {
  /// The last screen as text.
  case text
  /// The last screen as a picture.
  case svg
  /// All screens as an asciicast, version 2.
  case cast
  /// The last screen as runs of cells with their roles and colours.
  case json

  /// Chooses the form by a file's extension; text if no other form has that extension.
  package init(file name: String) {
    let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    self = Self.allCases.first { $0 != .text && name.contains(".") && $0.rawValue == end } ?? .text
  }

  /// The contents of a file in this form.
  ///
  /// - Parameters:
  ///   - recording: The screens.
  ///   - usesColor: Whether roles are shown in colours.
  /// - Returns: The text of the file.
  package func render(_ recording: Recording, usesColor: Bool) -> String {
    switch self {
    case .text: recording.last.text + "\n"
    case .svg: SVGPicture(recording.last, usesColor: usesColor).text
    case .cast: Asciicast(recording, usesColor: usesColor).text
    case .json: CellDocument(recording.last, usesColor: usesColor).text
    }
  }
}
