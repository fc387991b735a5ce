// Tables: one line for each property that the standard library provides.

extension UnicodeProperty {
  private init(_ names: String..., where hold: @escaping @Sendable (Unicode.Scalar.Properties) -> Bool) {
    self.init(names: names, members: .scalars { hold($0.properties) })
  }

  private init(_ names: String..., categories: [Unicode.GeneralCategory]) {
    self.init(names: names, members: .categories(categories))
  }

  static let categories: [UnicodeProperty] = [
    .init("Cased_Letter", "LC", categories: [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
    .init("Close_Punctuation", "Pe", categories: [.closePunctuation]),
    .init("Connector_Punctuation", "Pc", categories: [.connectorPunctuation]),
    .init("Control", "Cc", "cntrl", categories: [.control]),
    .init("Currency_Symbol", "Sc", categories: [.currencySymbol]),
    .init("Dash_Punctuation", "Pd", categories: [.dashPunctuation]),
    .init("Decimal_Number", "Nd", "digit", categories: [.decimalNumber]),
    .init("Enclosing_Mark", "Me", categories: [.enclosingMark]),
    .init("Final_Punctuation", "Pf", categories: [.finalPunctuation]),
    .init("Format", "Cf", categories: [.format]),
    .init("Initial_Punctuation", "Pi", categories: [.initialPunctuation]),
    .init(
      "Letter", "L",
      categories: [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]),
    .init("Letter_Number", "Nl", categories: [.letterNumber]),
    .init("Line_Separator", "Zl", categories: [.lineSeparator]),
    .init("Lowercase_Letter", "Ll", categories: [.lowercaseLetter]),
    .init("Mark", "M", "Combining_Mark", categories: [.nonspacingMark, .spacingMark, .enclosingMark]),
    .init("Math_Symbol", "Sm", categories: [.mathSymbol]),
    .init("Modifier_Letter", "Lm", categories: [.modifierLetter]),
    .init("Modifier_Symbol", "Sk", categories: [.modifierSymbol]),
    .init("Nonspacing_Mark", "Mn", categories: [.nonspacingMark]),
    .init("Number", "N", categories: [.decimalNumber, .letterNumber, .otherNumber]),
    .init("Open_Punctuation", "Ps", categories: [.openPunctuation]),
    .init("Other", "C", categories: [.control, .format, .surrogate, .privateUse, .unassigned]),
    .init("Other_Letter", "Lo", categories: [.otherLetter]),
    .init("Other_Number", "No", categories: [.otherNumber]),
    .init("Other_Punctuation", "Po", categories: [.otherPunctuation]),
    .init("Other_Symbol", "So", categories: [.otherSymbol]),
    .init("Paragraph_Separator", "Zp", categories: [.paragraphSeparator]),
    .init("Private_Use", "Co", categories: [.privateUse]),
    .init(
      "Punctuation", "P", "punct",
      categories: [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
      ]),
    .init("Separator", "Z", categories: [.spaceSeparator, .lineSeparator, .paragraphSeparator]),
    .init("Space_Separator", "Zs", categories: [.spaceSeparator]),
    .init("Spacing_Mark", "Mc", categories: [.spacingMark]),
    .init("Surrogate", "Cs", categories: [.surrogate]),
    .init("Symbol", "S", categories: [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]),
    .init("Titlecase_Letter", "Lt", categories: [.titlecaseLetter]),
    .init("Unassigned", "Cn", categories: [.unassigned]),
    .init("Uppercase_Letter", "Lu", categories: [.uppercaseLetter]),
  ]

  static let binaryProperties: [UnicodeProperty] = [
    .init(names: ["Any"], members: .allBut([])),
    .init(names: ["Assigned"], members: .allBut([.unassigned])),
    .init(names: ["ASCII"], members: .scalars { $0.isASCII }),
    .init("ASCII_Hex_Digit", "AHex") { $0.isASCIIHexDigit },
    .init("Alphabetic", "Alpha") { $0.isAlphabetic },
    .init("Bidi_Control", "Bidi_C") { $0.isBidiControl },
    .init("Bidi_Mirrored", "Bidi_M") { $0.isBidiMirrored },
    .init("Case_Ignorable", "CI") { $0.isCaseIgnorable },
    .init("Cased") { $0.isCased },
    .init("Changes_When_Casefolded", "CWCF") { $0.changesWhenCaseFolded },
    .init("Changes_When_Casemapped", "CWCM") { $0.changesWhenCaseMapped },
    .init("Changes_When_Lowercased", "CWL") { $0.changesWhenLowercased },
    .init("Changes_When_NFKC_Casefolded", "CWKCF") { $0.changesWhenNFKCCaseFolded },
    .init("Changes_When_Titlecased", "CWT") { $0.changesWhenTitlecased },
    .init("Changes_When_Uppercased", "CWU") { $0.changesWhenUppercased },
    .init("Dash") { $0.isDash },
    .init("Default_Ignorable_Code_Point", "DI") { $0.isDefaultIgnorableCodePoint },
    .init("Deprecated", "Dep") { $0.isDeprecated },
    .init("Diacritic", "Dia") { $0.isDiacritic },
    .init("Emoji") { $0.isEmoji },
    .init("Emoji_Modifier", "EMod") { $0.isEmojiModifier },
    .init("Emoji_Modifier_Base", "EBase") { $0.isEmojiModifierBase },
    .init("Emoji_Presentation", "EPres") { $0.isEmojiPresentation },
    .init("Extender", "Ext") { $0.isExtender },
    .init("Grapheme_Base", "Gr_Base") { $0.isGraphemeBase },
    .init("Grapheme_Extend", "Gr_Ext") { $0.isGraphemeExtend },
    .init("Hex_Digit", "Hex") { $0.isHexDigit },
    .init("IDS_Binary_Operator", "IDSB") { $0.isIDSBinaryOperator },
    .init("IDS_Trinary_Operator", "IDST") { $0.isIDSTrinaryOperator },
    .init("ID_Continue", "IDC") { $0.isIDContinue },
    .init("ID_Start", "IDS") { $0.isIDStart },
    .init("Ideographic", "Ideo") { $0.isIdeographic },
    .init("Join_Control", "Join_C") { $0.isJoinControl },
    .init("Logical_Order_Exception", "LOE") { $0.isLogicalOrderException },
    .init("Lowercase", "Lower") { $0.isLowercase },
    .init("Math") { $0.isMath },
    .init("Noncharacter_Code_Point", "NChar") { $0.isNoncharacterCodePoint },
    .init("Pattern_Syntax", "Pat_Syn") { $0.isPatternSyntax },
    .init("Pattern_White_Space", "Pat_WS") { $0.isPatternWhitespace },
    .init("Quotation_Mark", "QMark") { $0.isQuotationMark },
    .init("Radical") { $0.isRadical },
    .init("Sentence_Terminal", "STerm") { $0.isSentenceTerminal },
    .init("Soft_Dotted", "SD") { $0.isSoftDotted },
    .init("Unified_Ideograph", "UIdeo") { $0.isUnifiedIdeograph },
    .init("Uppercase", "Upper") { $0.isUppercase },
    .init("Variation_Selector", "VS") { $0.isVariationSelector },
    .init("White_Space", "space") { $0.isWhitespace },
    .init("XID_Continue", "XIDC") { $0.isXIDContinue },
    .init("XID_Start", "XIDS") { $0.isXIDStart },
  ]

  /// Properties of ECMA-262 that the standard library doesn't provide.
  static let missing: Set<String> = [
    "Emoji_Component", "EComp", "Extended_Pictographic", "ExtPict", "Regional_Indicator", "RI",
    "Terminal_Punctuation", "Term",
  ]
}
