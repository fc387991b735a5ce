@_exported import MockSpecClient
@_exported import MockSpecURLSession
