// Never compiled: written from Apple's documentation, since this package is developed on Linux.
#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import MockSpecURLSession
  public import SwiftUI

  /// The screen of an app's mocks: requests with their responses, scenes, and the last calls.
  ///
  ///     .sheet(isPresented: $showsMocks) { MockScreenView(mocks) }
  public struct MockScreenView: View {
    private let mocks: MockInterceptor
    @State private var screen: MockScreen?

    /// Creates the screen of an interceptor.
    public init(_ mocks: MockInterceptor) { self.mocks = mocks }

    /// The content of the view.
    public var body: some View {
      NavigationStack {
        if let screen { RequestList(screen: screen) }
      }
      .onAppear { screen = screen ?? MockScreen(mocks) }
    }
  }

  extension MockScreen {
    fileprivate var scene: Binding<String?> {
      Binding(get: { @MainActor in self.activeScene }, set: { @MainActor in self.activate(scene: $0) })
    }

    fileprivate func value(of state: MockScreen.State) -> Binding<String> {
      Binding(get: { state.value }, set: { @MainActor in self.setState(state.name, to: $0) })
    }

    fileprivate func isEnabled(_ request: RequestStatus) -> Binding<Bool> {
      Binding(get: { request.isEnabled }, set: { @MainActor in self.setEnabled($0, for: request.name) })
    }
  }

  private struct RequestList: View {
    @Bindable var screen: MockScreen
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      List {
        let messages = [screen.failure, screen.problem].compactMap(\.self) + screen.notices
        if !messages.isEmpty {
          Section { ForEach(messages, id: \.self) { Text($0).font(.footnote.monospaced()).foregroundStyle(.red) } }
        }
        Section {
          if !screen.scenes.isEmpty {
            Picker("Scene", selection: screen.scene) {
              Text("None").tag(String?.none)
              ForEach(screen.scenes, id: \.self) { Text($0).tag(String?.some($0)) }
            }
          }
          ForEach(screen.states) { state in
            Picker(state.name, selection: screen.value(of: state)) {
              ForEach(state.values, id: \.self) { Text($0) }
            }
          }
          NavigationLink {
            CallList(screen: screen)
          } label: {
            LabeledContent("Calls", value: "\(screen.callCount)")
          }
        }
        ForEach(screen.groups) { group in
          Section(group.title) {
            ForEach(group.requests, id: \.name) { request in
              NavigationLink {
                ResponseList(screen: screen, name: request.name)
              } label: {
                VStack(alignment: .leading) {
                  Text(request.name)
                  Text(request.current).font(.footnote).foregroundStyle(.secondary)
                }
              }
            }
          }
        }
      }
      .searchable(text: $screen.search)
      .navigationTitle("Mocks")
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Reset") { screen.reset() } }
        ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } }
      }
    }
  }

  private struct ResponseList: View {
    let screen: MockScreen
    let name: String

    var body: some View {
      if let request = screen.requests.first(where: { $0.name == name }) {
        List {
          Section(request.match) {
            ForEach(request.responses, id: \.name) { response in
              Button {
                screen.select(response.name, for: name)
              } label: {
                HStack {
                  LabeledContent(response.name, value: response.summary)
                  if request.next?.response == response.name { Image(systemName: "checkmark") }
                }
              }
            }
          }
          Section(request.current) {
            Toggle("Enabled", isOn: screen.isEnabled(request))
            Button("Deselect") { screen.deselect(name) }.disabled(request.next?.reason != .selection)
          }
        }
        .navigationTitle(name)
      } else {
        ContentUnavailableView("'\(name)' no longer exists", systemImage: "questionmark")
      }
    }
  }

  private struct CallList: View {
    let screen: MockScreen

    var body: some View {
      List(screen.calls, id: \.number) { call in
        NavigationLink(call.description) {
          ScrollView { Text(screen.details(of: call)).font(.footnote.monospaced()).textSelection(.enabled).padding() }
        }
      }
      .navigationTitle("Calls")
      .toolbar { Button("Clear") { screen.clearCalls() } }
    }
  }
#endif
