public import Foundation
public import MockSpec

/// Keeps selections in a JSON file of its own.
///
///     {"selections": 1, "responses": {"Login": "Offline"}, "scene": "Airplane mode", "enabled": {"Search": false}}
///
/// The file is replaced atomically, so other processes read either the old selections or the new ones, and is readable
/// only for its owner (mode 0600). Missing folders are created. If several processes save selections, the last one
/// overwrites the others.
public struct FileSelectionStore: SelectionStore {
  /// A saved file that is larger isn't one of this store.
  private static let sizeLimit = 1 << 20

  /// The location of the file.
  public let url: URL

  /// Creates a store. Nothing is read or written yet.
  ///
  /// - Parameter url: The file URL of the file.
  public init(_ url: URL) { self.url = url }

  /// Returns what the file contains; `nil` if there is no file, or if it is empty.
  ///
  /// - Throws: ``SelectionStoreError`` if the file can't be read or isn't valid. It stays as it is.
  public func load() throws -> SavedSelections? {
    let path = try path
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path, limit: Self.sizeLimit)
    } catch {
      if error.isMissing { return nil }
      throw SelectionStoreError("'\(path)' \(error.reason)")
    }
    return bytes.isEmpty ? nil : try SavedSelections(json: bytes, path: path)
  }

  /// Replaces the file.
  ///
  /// - Throws: ``SelectionStoreError`` if it can't be written. Then the old file stays.
  public func save(_ selections: SavedSelections) throws {
    let path = try path
    do throws(WriteError) {
      try FileSystem.makeFolder(FilePath.parent(path))
      try FileSystem.replace(path, with: selections.json, mode: 0o600)
    } catch {
      throw SelectionStoreError(error.description)
    }
  }

  private var path: String {
    get throws(SelectionStoreError) {
      guard url.isFileURL else { throw SelectionStoreError("expected a file URL, found '\(url)'") }
      return url.path
    }
  }
}

/// The error of saved selections that can't be read or written.
public struct SelectionStoreError: Error, Sendable, CustomStringConvertible {
  /// A description of the error, with the file and, if its content isn't valid, the position.
  public let description: String

  init(_ description: String) { self.description = description }
}
