/// Text that was pasted from elsewhere, or isn't finished.
extension Mistake {
  static let habits = markdownAndChats + halfFinished

  private static let markdownAndChats: [Mistake] = [
    Mistake(
      "md-fence-after-key", .otherFiles, "a fence at the end of a pasted block", help: ["```"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses: {OK: {}}
      1️⃣```1️⃣
      """),
    Mistake(
      "md-bold-key", .otherFiles, "a bold key of Markdown", help: ["**"],
      """
      mockspec: 1
      requests:
        A:
          1️⃣**match**1️⃣: GET /a
          responses: {OK: {}}
      """),
    Mistake(
      "md-link-in-match", .otherFiles, "a link of Markdown", help: ["https://api.example.com/md-link"],
      """
      mockspec: 1
      requests:
        A:
          match: 1️⃣GET [api](https://api.example.com/md-link)1️⃣
          responses: {OK: {}}
      """),
    Mistake(
      "md-inline-code", .otherFiles, "backticks around a match", help: ["`"],
      """
      mockspec: 1
      requests:
        A:
          match: 1️⃣`GET /md-code`1️⃣
          responses: {OK: {}}
      """),
    Mistake(
      "chat-quote-marks", .otherFiles, "a quoted reply of a chat", help: [">"],
      """
      1️⃣> mockspec: 11️⃣
      > requests:
      >   A:
      >     match: GET /a
      >     responses: {OK: {}}
      """),
    Mistake(
      "diff-plus-signs", .otherFiles, "a patch with plus signs", help: ["'+'"],
      """
      1️⃣+mockspec: 11️⃣
      +requests:
      +  A:
      +    match: GET /a
      +    responses: {OK: {}}
      """),
    Mistake(
      "line-numbers", .otherFiles, "line numbers of a web page", help: ["numbers"],
      """
      1️⃣1 mockspec: 11️⃣
      2 requests:
      3   A:
      4     match: GET /a
      5     responses: {OK: {}}
      """),
    Mistake(
      "html-entities", .otherFiles, "entities of HTML", help: ["&quot;"],
      """
      mockspec: 1
      requests:
        A:
          match: 1️⃣&quot;GET /entities&quot;1️⃣
          responses: {OK: {}}
      """),
    Mistake(
      "diff-file", .otherFiles, "a patch as a file", help: ["patch"],
      """
      1️⃣diff --git a/a.mock.yaml b/a.mock.yaml1️⃣
      --- a/a.mock.yaml
      +++ b/a.mock.yaml
      @@ -1,3 +1,3 @@
       mockspec: 1
      -requests: {}
      +requests:
      """),
  ]

  private static let halfFinished: [Mistake] = [
    Mistake(
      "half-response-name", .values, "a name of a response without a colon", help: [":"],
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-name
          responses:
            OK: {}
            1️⃣Bad1️⃣
      """),
    Mistake(
      "half-key", .values, "a key without its colon", help: [":"],
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-key
          responses:
            OK:
              1️⃣stat1️⃣
      """),
    Mistake(
      "half-flow", .values, "braces that are still open", help: ["}"],
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-flow
          responses:
            OK: 1️⃣{status: 2001️⃣
            Bad: {status: 500}
      """),
    Mistake(
      "half-sequence", .values, "an empty step of a sequence", help: ["response"],
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-sequence
          sequence:
            - OK
            1️⃣-1️⃣
          responses: {OK: {}}
      """),
    Mistake(
      "half-requests", .values, "requests without any", help: ["request"],
      """
      mockspec: 1
      1️⃣requests1️⃣:
      """),
    Mistake(
      "half-match-method", .values, "a method and nothing else in match", help: ["segment"],
      """
      mockspec: 1
      requests:
        Draft:
          match: 1️⃣GET /half/{1️⃣
          responses: {OK: {}}
      """),
  ]
}
