// Never compiled: written from Apple's documentation, since this package is developed on Linux.
#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  public import MockSpecURLSession
  public import SwiftUI

  extension View {
    /// Shows the screen of an interceptor when the device is shaken; Device › Shake in the simulator. Only iOS has the gesture.
    ///
    /// A text field that is being edited gets the gesture itself.
    ///
    /// - Parameters:
    ///   - mocks: The interceptor; `nil` shows nothing.
    ///   - alsoInRelease: Whether a release build shows the screen, too.
    public func mockScreenOnShake(_ mocks: MockInterceptor?, alsoInRelease: Bool = false) -> some View {
      #if !os(iOS)
        self
      #elseif DEBUG
        modifier(ShakeModifier(mocks: mocks))
      #else
        modifier(ShakeModifier(mocks: alsoInRelease ? mocks : nil))
      #endif
    }
  }
#endif

#if canImport(UIKit) && os(iOS)
  import UIKit

  private struct ShakeModifier: ViewModifier {
    let mocks: MockInterceptor?
    @State private var isShown = false

    func body(content: Content) -> some View {
      if let mocks {
        content
          .background(ShakeDetector { isShown = true }.frame(width: 0, height: 0))
          .sheet(isPresented: $isShown) { MockScreenView(mocks) }
      } else {
        content
      }
    }
  }

  private struct ShakeDetector: UIViewControllerRepresentable {
    let onShake: () -> Void

    func makeUIViewController(context: Context) -> Controller { Controller() }
    func updateUIViewController(_ controller: Controller, context: Context) { controller.onShake = onShake }

    /// Gets the gesture as the first responder, so that nothing of the app's windows is overridden.
    final class Controller: UIViewController {
      var onShake: () -> Void = {}

      override var canBecomeFirstResponder: Bool { true }

      override func viewDidLoad() {
        super.viewDidLoad()
        // A text field was the first responder until then.
        NotificationCenter.default.addObserver(
          self, selector: #selector(UIResponder.becomeFirstResponder), name: UIResponder.keyboardDidHideNotification,
          object: nil)
      }

      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        becomeFirstResponder()
      }

      override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { onShake() } else { super.motionEnded(motion, with: event) }
      }
    }
  }
#endif
