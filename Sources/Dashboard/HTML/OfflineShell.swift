/// What a browser shows where the server cannot be reached: a page that says what cannot be done
/// then. It has nothing of the ledger, and whoever asks may have it.
enum OfflineShell {
    static let path = "/offline"
    static let scriptPath = "/offline.js"

    /// The page, in the language of who asks.
    static var page: WebPage {
        WebPage(
            status: 200,
            html: Shell.document(title: "Not reached") {
                tag("main", .css("alone")) {
                    tag("h1") { "Not reached" }
                    tag("p") {
                        """
                        The server of the ledger does not answer. Nothing can be shown, searched \
                        or recorded here until it runs again: no figure is kept in this browser.
                        """
                    }
                    tag("p") {
                        """
                        Whether the form that you sent last was recorded is seen then. Sent once \
                        more from its own page, it is recorded once.
                        """
                    }
                    tag("p") { tag("a", .css("choice"), .href(Link("/"))) { "Try again" } }
                }
            })
    }

    /// The worker: it keeps that page and the style sheet, and nothing else. Forms pass by it.
    static let script = """
        const KEPT = "offline-\(Stylesheet.path)";
        const PAGE = "\(path)";
        const STYLE = "\(Stylesheet.path)";

        self.addEventListener("install", (event) => {
          self.skipWaiting();
          event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, STYLE])));
        });

        self.addEventListener("activate", (event) => {
          event.waitUntil(caches.keys().then((names) => Promise.all(
            names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
        });

        self.addEventListener("fetch", (event) => {
          const { method, mode, url } = event.request;
          if (method !== "GET") return;
          const isStyle = new URL(url).pathname === STYLE;
          if (mode !== "navigate" && !isStyle) return;
          event.respondWith(
            fetch(event.request).catch(() => caches.match(isStyle ? STYLE : PAGE)));
        });

        """
}
