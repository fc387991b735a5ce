// A table: what is said of YAML.
extension RulePages {
  static let yamlPages: [RulePage] = [
    .error(
      "yaml-syntax", "the text isn't YAML",
      """
      The message says which of YAML's rules is broken, and the place is where the mistake was made, not where the parser \
      noticed. Most often quotes are missing around text with a special character in it.
      """,
      RuleExample(
        wrong: "requests: {Item: {match: {method: GET, path: /items/{id}}, responses: {Found: {}}}}",
        right: "requests: {Item: {match: {method: GET, path: '/items/{id}'}, responses: {Found: {}}}}")),
    .error(
      "merge-key", "'<<' merges nothing",
      """
      Merge keys belong to YAML 1.1; specs are YAML 1.2, where '<<' would be a key like any other and what it names would \
      be lost without a word. Write the keys out, name a whole value by its alias, or put what several share under \
      'defaults'. In quotes, '<<' is text.
      """,
      RuleExample(
        wrong: """
          requests:
            Items: {match: GET /items, responses: &common {Found: {}, Busy: {status: 503}}}
            Users: {match: GET /users, responses: {<<: *common}}
          """,
        right: """
          requests:
            Items: {match: GET /items, responses: &common {Found: {}, Busy: {status: 503}}}
            Users: {match: GET /users, responses: *common}
          """)),
    .error(
      "unknown-anchor", "an alias names no anchor above it",
      """
      '*name' stands for the value that '&name' marks further up in the same file. Text that starts with '*' needs quotes.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {text: *stars}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {text: '*stars'}}}}")),
    .error(
      "recursive-alias", "an alias stands inside the value that it names",
      "What contains itself has no end, and can't be sent.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {json: &tree {child: *tree}}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {json: {child: {child: null}}}}}}")),
    .warning(
      "unused-anchor", "an anchor is used by no alias below it",
      "Often the '&' was meant as text, and is lost. Put the text in quotes, or remove the anchor.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {text: &co more}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {text: '&co more'}}}}")),
    .error(
      "yaml-tag", "a tag isn't known, or its value doesn't fit it",
      """
      Of tags, those of YAML's core schema are known: !!str, !!int, !!float, !!bool, !!null, !!map and !!seq. Text that \
      starts with '!' needs quotes.
      """,
      RuleExample(
        wrong: """
          requests:
            Style:
              match: GET /style
              responses:
                Strong:
                  text: !important
          """,
        right: """
          requests:
            Style:
              match: GET /style
              responses:
                Strong:
                  text: '!important'
          """)),
    .error(
      "several-documents", "a file holds a second YAML document",
      "A spec is one document; '---' after its first line starts another one. Move it to a file of its own.",
      RuleExample(
        wrong: "mockspec: 1\nrequests: {}\n---\nmockspec: 1\nrequests: {}",
        right: "---\nmockspec: 1\nrequests: {}")),
    .error(
      "missing-space", "a space is missing after ':' or '-'",
      "'key:value' and '-value' are text to YAML. Put a space after the sign; or quotes around the text, if it is meant.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status:404}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 404}}}}")),
    .warning(
      "dash-in-text", "a dash goes on with the text above it",
      """
      A line that starts with '- ', and is aligned with no list, belongs to the text of the line above. Align it with the \
      other elements; or put the whole text in quotes.
      """,
      RuleExample(
        wrong: """
          requests:
            Items:
              description: Lists
                - all items
              match: GET /items
              responses: {Found: {}}
          """,
        right: """
          requests:
            Items:
              description: 'Lists - all items'
              match: GET /items
              responses: {Found: {}}
          """)),
    .error(
      "comment-as-value", "a comment stands where a value was meant",
      "After a space, '#' starts a comment, and the key is left without a value. Put the value in quotes.",
      RuleExample(
        wrong: """
          requests:
            Color:
              match: GET /color
              responses:
                White:
                  text: #fff
          """,
        right: """
          requests:
            Color:
              match: GET /color
              responses:
                White:
                  text: '#fff'
          """)),
    .error(
      "empty-block-text", "'>' or '|' starts a text of no lines",
      "'>5' announces text on the next lines, indented by 5. Put it in quotes, if it is meant as it stands.",
      RuleExample(
        wrong: """
          requests:
            Count:
              match: GET /count
              responses:
                Many:
                  text: >5
          """,
        right: """
          requests:
            Count:
              match: GET /count
              responses:
                Many:
                  text: '>5'
          """)),
  ]
}
