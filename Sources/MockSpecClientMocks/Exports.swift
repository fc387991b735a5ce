// So that `import MockSpecClientMocks` is enough: services, clients and interceptors are declared there.
@_exported import MockSpecClient
@_exported import MockSpecURLSession
