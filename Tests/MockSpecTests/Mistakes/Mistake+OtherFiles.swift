/// Files that are something else than a spec.
extension Mistake {
  static let otherFiles: [Mistake] = [
    Mistake(
      "conflict", .otherFiles, "committed a merge conflict", help: ["merge conflict"], isFixable: false,
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses:
      1️⃣<<<<<<< HEAD1️⃣
            Success: {status: 200}
      =======
            Success: {status: 201}
      >>>>>>> feature/created
      """),
    Mistake(
      "conflict-with-base", .otherFiles, "committed a conflict in diff3 style", help: ["merge conflict"],
      isFixable: false,
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses: {Success: {status: 200}}
      1️⃣<<<<<<< ours1️⃣
        Logout:
          match: POST /logout
      ||||||| base
        Log out:
          match: GET /logout
      =======
        Sign out:
          match: DELETE /session
      >>>>>>> theirs
          responses: {Done: {status: 204}}
      """),
    Mistake(
      "conflict-in-json", .otherFiles, "committed a conflict in JSON", in: .json, help: ["merge conflict"],
      """
      {
        "mockspec": 1,
        "requests": {
      1️⃣<<<<<<< HEAD1️⃣
          "Login": {"match": "POST /login", "responses": {"OK": {}}}
      =======
          "Login": {"match": "POST /session", "responses": {"OK": {}}}
      >>>>>>> main
        }
      }
      """),
    Mistake(
      "conflict-half-resolved", .otherFiles, "removed only the first marker", help: ["merge conflict"],
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses: {Success: {status: 200}}
      1️⃣=======1️⃣
        Logout:
          match: POST /logout
          responses: {Success: {status: 204}}
      >>>>>>> feature/logout
      """),
    Mistake(
      "git-lfs-pointer", .otherFiles, "cloned without Git LFS", help: ["Git LFS", "git lfs pull"],
      """
      1️⃣version https://git-lfs.github.com/spec/v11️⃣
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345

      """),
    Mistake(
      "git-lfs-pointer-json", .otherFiles, "cloned without Git LFS", in: .json, help: ["Git LFS", "git lfs pull"],
      """
      1️⃣version https://git-lfs.github.com/spec/v11️⃣
      oid sha256:9b7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 999

      """),
    Mistake(
      "html-page", .otherFiles, "saved the page instead of the file", help: ["HTML"],
      """
      1️⃣<!DOCTYPE html>1️⃣
      <html lang="en">
        <head><title>specs/login.mock.yaml · main</title></head>
        <body><pre>mockspec: 1
      requests:</pre></body>
      </html>
      """),
    Mistake(
      "html-error-json", .otherFiles, "downloaded an error page", in: .json, help: ["HTML"],
      """
      1️⃣<html>1️⃣
      <head><title>502 Bad Gateway</title></head>
      <body><center><h1>502 Bad Gateway</h1></center></body>
      </html>
      """),
    Mistake(
      "openapi-yaml", .otherFiles, "named an OpenAPI document like a spec", help: ["OpenAPI"],
      """
      1️⃣openapi1️⃣: 3.0.3
      info:
        title: Pets
        version: 1.0.0
      servers:
        - url: https://api.example.com/v1
      paths:
        /pets/{petId}:
          get:
            operationId: showPetById
            parameters:
              - {name: petId, in: path, required: true, schema: {type: string}}
            responses:
              '200':
                description: A pet
      """),
    Mistake(
      "swagger-json", .otherFiles, "named a Swagger document like a spec", in: .json, help: ["OpenAPI"],
      """
      {
        1️⃣"swagger"1️⃣: "2.0",
        "info": {"title": "Pets", "version": "1.0.0"},
        "basePath": "/v1",
        "paths": {
          "/pets": {"get": {"responses": {"200": {"description": "All pets"}}}}
        }
      }
      """),
    Mistake(
      "har", .otherFiles, "exported the network tab", in: .json, help: ["HAR"],
      """
      {
        1️⃣"log"1️⃣: {
          "version": "1.2",
          "creator": {"name": "WebInspector", "version": "537.36"},
          "pages": [],
          "entries": [
            {
              "startedDateTime": "2026-01-31T09:30:00.000Z",
              "time": 42,
              "request": {"method": "GET", "url": "https://api.example.com/me", "headers": []},
              "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}}
            }
          ]
        }
      }
      """),
    Mistake(
      "wiremock-mapping", .otherFiles, "copied a mapping of WireMock", in: .json, help: ["WireMock"],
      """
      {
        1️⃣"request"1️⃣: {
          "method": "GET",
          "urlPath": "/some/thing"
        },
        "response": {
          "status": 200,
          "body": "Hello, world!",
          "headers": {"Content-Type": "text/plain"}
        }
      }
      """),
    Mistake(
      "wiremock-mappings", .otherFiles, "exported all mappings of WireMock", in: .json, help: ["WireMock"],
      """
      {
        1️⃣"mappings"1️⃣: [
          {
            "id": "76ada7b0-49ae-4229-91c4-396a36f18e09",
            "request": {"method": "GET", "url": "/users/1"},
            "response": {"status": 200, "jsonBody": {"id": 1}}
          }
        ],
        "meta": {"total": 1}
      }
      """),
    Mistake(
      "postman-collection", .otherFiles, "exported a collection of Postman", in: .json, help: ["Postman"],
      """
      {
        1️⃣"info"1️⃣: {
          "name": "Shop",
          "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        },
        "item": [
          {"name": "Login", "request": {"method": "POST", "url": "{{host}}/login"}, "response": []}
        ]
      }
      """),
    Mistake(
      "mockoon-environment", .otherFiles, "copied an environment of Mockoon", in: .json, help: ["Mockoon"],
      """
      {
        1️⃣"uuid"1️⃣: "b3c2c0a4-6b4d-4d4a-8f7e-6a3d8a3e7b11",
        "lastMigration": 33,
        "name": "Shop",
        "endpointPrefix": "api",
        "port": 3000,
        "routes": [
          {"uuid": "a", "type": "http", "method": "get", "endpoint": "users/:id", "responses": [{"statusCode": 200}]}
        ]
      }
      """),
    Mistake(
      "png", .otherFiles, "renamed a picture", help: ["PNG"],
      bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1]),
    Mistake(
      "gzip", .otherFiles, "downloaded a compressed file", help: ["gzip"],
      bytes: [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x4D, 0x4C, 0xCE, 0xC8, 0xD5, 0x51, 0x28, 0xFF, 0]),
    Mistake(
      "binary-json", .otherFiles, "named a binary like a spec", in: .json, help: ["binary"],
      bytes: (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }),
    Mistake(
      "openapi-project-file", .otherFiles, "named an OpenAPI document like the project file", in: .project,
      help: ["OpenAPI"],
      """
      1️⃣openapi1️⃣: 3.1.0
      info: {title: Shop, version: '2'}
      paths: {}
      """),
    Mistake(
      "toml", .otherFiles, "wrote TOML", help: ["mockspec"],
      """
      1️⃣mockspec = 11️⃣
      [requests.Ping]
      match = "GET /ping"
      """),
    Mistake(
      "xml", .otherFiles, "saved an XML document", help: ["XML"],
      """
      1️⃣<?xml version="1.0" encoding="UTF-8"?>1️⃣
      <plist version="1.0"><dict><key>a</key></dict></plist>
      """),
    Mistake(
      "insomnia", .otherFiles, "exported Insomnia", in: .json, help: ["Insomnia"],
      """
      {
        "_type": "export",
        1️⃣"__export_format"1️⃣: 4,
        "resources": []
      }
      """),
    Mistake(
      "killgrave-imposter", .otherFiles, "copied an imposter of killgrave", in: .json, help: ["killgrave"],
      """
      [
        {
          1️⃣"request"1️⃣: {"method": "GET", "endpoint": "/gophers"},
          "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "bodyFile": "r.json"}
        }
      ]
      """),
    Mistake(
      "hoverfly", .otherFiles, "exported a simulation of Hoverfly", in: .json, help: ["Hoverfly"],
      """
      {
        1️⃣"data"1️⃣: {
          "pairs": [{"request": {"path": [{"matcher": "exact", "value": "/"}]}, "response": {"status": 200}}]
        },
        "meta": {"schemaVersion": "v5.2"}
      }
      """),
    Mistake(
      "openapi-quoted", .otherFiles, "a JSON OpenAPI document", in: .json, help: ["OpenAPI"],
      """
      {"info": {"title": "A", "version": "1"},
       1️⃣"openapi"1️⃣: "3.1.0",
       "paths": {}}
      """),
    Mistake(
      "wiremock-yaml", .otherFiles, "a WireMock mapping as YAML", help: ["WireMock"],
      """
      1️⃣request1️⃣:
        method: GET
        urlPath: /users
      response:
        status: 200
        jsonBody: {id: 1}
      """),
    Mistake(
      "docker-compose", .otherFiles, "named a compose file", help: ["Docker Compose"],
      """
      version: '3'
      1️⃣services1️⃣:
        web: {image: nginx}
      """),
  ]
}
