#if canImport(Testing)
package import Testing

/// Expects the screens to be as recorded, all screens of a state in one file.
package func expectRecorded(
  _ screens: [GalleryScreen], in folder: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for (state, screens) in Dictionary(grouping: screens, by: \.state).sorted(by: { $0.key < $1.key })
  {
    try expectSnapshot(
      of: screens.map(\.record).joined(separator: "\n\n"), named: state, in: folder,
      filePath: filePath, sourceLocation: sourceLocation)
  }
}
#endif
