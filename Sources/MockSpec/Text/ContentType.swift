/// The media types of bodies for which a spec sets no `Content-Type`.
package enum ContentType {
  package static let json = "application/json"
  package static let text = "text/plain; charset=utf-8"

  /// Returns the type and subtype of a `Content-Type`, in lower case and without parameters.
  static func essence(of type: String) -> String { type.prefix { $0 != ";" && $0 != " " }.lowercased() }

  /// Returns the media type for a file's extension, ignoring case.
  ///
  /// The type for unknown extensions is `application/octet-stream` (RFC 2046 §4.5.1).
  package static func ofFile(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return table[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  private static let table: [String: String] = [
    "aac": "audio/aac", "avif": "image/avif", "bin": "application/octet-stream", "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic",
    "htm": "text/html; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/vnd.microsoft.icon",
    "ics": "text/calendar; charset=utf-8", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8", "json": json, "jsonl": "application/jsonl",
    "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4", "md": "text/markdown; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "otf": "font/otf", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "tif": "image/tiff",
    "tiff": "image/tiff", "ttf": "font/ttf", "txt": text, "wasm": "application/wasm", "wav": "audio/wav",
    "webm": "video/webm", "webmanifest": "application/manifest+json", "webp": "image/webp", "woff": "font/woff",
    "woff2": "font/woff2", "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
    "zip": "application/zip",
  ]
}
