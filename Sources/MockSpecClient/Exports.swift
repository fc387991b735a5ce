// So that `import MockSpecClient` is enough: methods and header fields of a call are declared there.
@_exported import HTTPTypes
