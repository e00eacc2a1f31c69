/// What a browser shows where the server cannot be reached: a page that says what cannot be done
/// then. It has nothing of the ledger, and whoever asks may have it.
enum OfflineShell {
    static let path = "/offline"
    static let scriptPath = "/offline.js"

    /// The page, in the language of who asks.
    ///
    /// - Parameter isSent: Whether it stands in the place of the answer to a form.
    static func page(isSent: Bool) -> WebPage {
        WebPage(
            status: 200,
            html: Shell.document(title: "Not reached") {
                tag("main", .css("alone")) {
                    tag("h1") { "Not reached" }
                    if isSent { sent }
                    tag("p") {
                        """
                        The server of the ledger does not answer. Nothing can be shown, searched \
                        or recorded here until it runs again: no figure of the ledger is kept in \
                        this browser.
                        """
                    }
                    if !isSent {
                        tag("p") {
                            """
                            What was typed into a form stays in this browser alone, and stands \
                            there again then.
                            """
                        }
                    }
                    tag("p") { tag("a", .css("choice"), .href(Link("/"))) { "Try again" } }
                }
            })
    }

    /// What became of a form.
    private static var sent: HTML {
        tag("p", .css("alert"), .of("role", "alert")) {
            """
            ! No answer came, so take it as not recorded. What you typed is kept in this browser: \
            it stands in its form again when the server runs, and sent from there it is recorded \
            once, even if it had arrived. Files have to be chosen again.
            """
        }
    }

    /// The worker: it keeps both of these pages and the style sheet, and nothing else.
    static let script = """
        const KEPT = "offline-\(Stylesheet.path)";
        const PAGE = "\(path)";
        const SENT = "\(path)?sent=yes";
        const STYLE = "\(Stylesheet.path)";

        self.addEventListener("install", (event) => {
          self.skipWaiting();
          event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, SENT, STYLE])));
        });

        self.addEventListener("activate", (event) => {
          event.waitUntil(caches.keys().then((names) => Promise.all(
            names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
        });

        self.addEventListener("fetch", (event) => {
          const { method, mode, url } = event.request;
          const { pathname } = new URL(url);
          const isStyle = pathname === STYLE;
          if (mode !== "navigate" && !isStyle) return;
          const isSent = method === "POST" && pathname.startsWith("/do/");
          event.respondWith(fetch(event.request).catch(
            () => caches.match(isStyle ? STYLE : isSent ? SENT : PAGE)));
        });

        """
}
