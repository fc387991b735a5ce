import ArgumentParser
import MockSpec

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of spec files, for editors.",
    discussion: """
      Editors that use yaml-language-server complete and check a spec whose first line names the schema:
        # yaml-language-server: $schema=mockspec.schema.json

      Examples:
        mockspec schema > mockspec.schema.json
        mockspec schema --project > mockspec-project.schema.json
      """)

  @Flag(help: "Print the schema of the project file instead.")
  var project = false

  func run() {
    let text = project ? SchemaLibrary.projectText : SchemaLibrary.specText
    Terminal.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
