/// Returns a number and a noun, such as `1 call` or `2 calls`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
