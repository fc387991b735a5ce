import MockSpec

enum HARReader {
  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {}
}
