// So that `import MockSpecTesting` is enough.
@_exported import MockSpecURLSession
