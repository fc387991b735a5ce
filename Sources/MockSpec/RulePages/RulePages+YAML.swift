// A table: the pages of codes about YAML.
extension RulePages {
  static let yamlPages: [RulePage] = [
    .error(
      "yaml-syntax", "the text isn't valid YAML",
      """
      The message names the rule of YAML that is broken. The location is where the mistake was made, which is often before \
      the point at which the parser noticed it. Most often, quotes are missing around text that contains a special \
      character. A file with the markers of a merge conflict is reported once, at the first marker.
      """,
      RuleExample(
        wrong: "requests: {Item: {match: {method: GET, path: /items/{id}}, responses: {Found: {}}}}",
        right: "requests: {Item: {match: {method: GET, path: '/items/{id}'}, responses: {Found: {}}}}")),
    .error(
      "merge-key", "'<<' isn't supported",
      """
      Merge keys are part of YAML 1.1. Specs are YAML 1.2, in which '<<' is an ordinary key without a special meaning. Write \
      the keys out, use an alias for a whole value, or move shared keys to 'defaults'. In quotes, '<<' is text.
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
      "unknown-anchor", "an alias has no anchor above it",
      """
      '*name' repeats the value that '&name' marks earlier in the same file. Text that starts with '*' needs quotes.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {text: *stars}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {text: '*stars'}}}}")),
    .error(
      "recursive-alias", "an alias is inside the value that it repeats",
      "A value that contains itself is infinite and can't be sent. Write the value out instead of the alias.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {json: &tree {child: *tree}}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {json: {child: {child: null}}}}}}")),
    .warning(
      "unused-anchor", "an anchor isn't used by any alias below it",
      "Often, '&' was meant as part of the text, but YAML removes it. Put the text in quotes, or remove the anchor.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {text: &co more}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {text: '&co more'}}}}")),
    .error(
      "yaml-tag", "a tag is unknown, or doesn't fit its value",
      """
      The tags of YAML's core schema are supported: !!str, !!int, !!float, !!bool, !!null, !!map and !!seq. Text that starts \
      with '!' needs quotes.
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
      "several-documents", "a file contains more than one YAML document",
      "A spec is one document, and '---' after the first line starts another one. Move it to a file of its own.",
      RuleExample(
        wrong: "mockspec: 1\nrequests: {}\n---\nmockspec: 1\nrequests: {}",
        right: "---\nmockspec: 1\nrequests: {}")),
    .error(
      "missing-space", "a space is missing after ':' or '-'",
      "In YAML, 'key:value' and '-value' are text. Add a space after ':' or '-'. If the text is meant, put it in quotes.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status:404}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 404}}}}")),
    .warning(
      "dash-in-text", "a line with a dash continues the text above it",
      """
      A line that starts with '- ' but isn't aligned with a list continues the text of the line above. Align it with the \
      other elements of the list, or put the whole text in quotes.
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
      "comment-as-value", "a comment appears where a value is expected",
      "After a space, '#' starts a comment, so the key has no value. Put the value in quotes.",
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
      "empty-block-text", "'>' or '|' starts a block of text without lines",
      "'>5' starts text that follows on the next lines, indented by 5. If '>5' is the text itself, put it in quotes.",
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
