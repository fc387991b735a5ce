import MockSpecURLSession

/// A name that another target uses.
public let first: MockRequestName = .items
