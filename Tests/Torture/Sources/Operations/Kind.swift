/// The kinds of operations.
enum Kind: String, CaseIterable, Sendable {
  // One file.
  case writeInPlace = "write in place"
  case writeSlowly = "write slowly"
  case overwrite = "overwrite without truncation"
  case append = "append"
  case truncateThenWrite = "truncate, then write"
  case renameOver = "write and rename"
  case replace = "remove and write"
  case touch = "touch"
  case breakForAWhile = "write with errors, then write"
  case vim = "vim"
  case sed = "sed -i"
  case rsync = "rsync"
  case rsyncInPlace = "rsync --inplace"
  case renameFile = "rename a spec"
  case hardLink = "replace by a hard link"
  // Links and folders.
  case writeThroughLink = "write a link's target"
  case swapLink = "swap a link"
  case swapFolderLink = "swap a link to a folder"
  case swapMap = "swap a ConfigMap"
  case moveFolder = "move a folder"
  case moveFolderAndBack = "move a folder and back"
  case addFolder = "cp -r"
  case removeFolder = "remove a folder"
  case checkOut = "git checkout"
  case commit = "write and git commit"
  case stash = "git stash and pop"
  // The system.
  case mode = "chmod 000 and back"
  case flood = "overflow the queue"
  case descriptors = "exhaust descriptors"
  // The whole tree, while nothing else is done.
  case replaceRoot = "replace the root"
  case breakAll = "errors that stay"
  case mount = "mount over a folder"

  /// How often the kind is chosen among those of a writer; 0 for those that change the whole tree.
  var weight: Int {
    switch self {
    case .writeInPlace, .renameOver: 40
    case .writeSlowly, .append, .replace, .truncateThenWrite: 20
    case .overwrite, .touch, .breakForAWhile, .writeThroughLink, .swapLink, .swapFolderLink, .swapMap, .renameFile,
      .hardLink:
      10
    case .moveFolder, .moveFolderAndBack, .addFolder, .removeFolder: 8
    case .vim, .sed, .rsync, .rsyncInPlace, .checkOut: 6
    case .commit, .stash, .mode: 3
    case .flood, .descriptors: 1
    case .replaceRoot, .breakAll, .mount: 0
    }
  }

  /// The program that the kind needs.
  var tool: String? {
    switch self {
    case .vim: "vim"
    case .sed: "sed"
    case .rsync, .rsyncInPlace: "rsync"
    case .addFolder, .replaceRoot: "cp"
    case .checkOut, .commit, .stash: "git"
    case .descriptors: "prlimit"
    default: nil
    }
  }
}
