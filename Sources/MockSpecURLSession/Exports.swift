// So that `import MockSpecURLSession` is enough, also with `MemberImportVisibility`: the types of this module's functions are
// declared there.
@_exported import HTTPTypes
@_exported import MockSpec
@_exported import MockSpecDiagnostics
