/// The one script: it shows what was recorded since the page was made. Pages do without it.
enum PageScript {
    static let path = "/live.js"
    static let link = Link("/live.js")

    static let text = live + keys + drag + drafts

    private static let live = """
        // Where the server cannot be reached, a page says so in place of the browser's own.
        if (navigator.serviceWorker) {
          navigator.serviceWorker.register("\(OfflineShell.scriptPath)").catch(() => {});
        }

        // Shows a page anew when something was recorded, by whichever program. Where somebody types
        // it asks first, so that nothing that was typed is lost.
        (() => {
          const body = document.body;
          if (!body.dataset.live || !window.EventSource || !window.fetch) return;
          let shown = body.dataset.position;
          let isTyped = false;
          document.addEventListener("input", () => { isTyped = true; });

          // Who moves by keys stays where they are, and what was opened stays open.
          const keep = (old, fresh) => {
            const [before, after] = [old, fresh].map((one) => one.querySelectorAll("details"));
            if (before.length === after.length) {
              after.forEach((one, index) => { one.open = before[index].open; });
            }
            const active = document.activeElement;
            if (!active || !old.contains(active)) return null;
            const same = [...fresh.querySelectorAll("a, button, summary, [tabindex]")];
            return same.find((one) => one.outerHTML === active.outerHTML);
          };

          const show = async () => {
            const address = new URL(location.href);
            address.searchParams.delete("done");
            address.searchParams.delete("undone");
            const answer = await fetch(address, { redirect: "error" });
            if (!answer.ok) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const [old, fresh] = [document.querySelector("main"), page.querySelector("main")];
            if (!old || !fresh) return;
            const place = keep(old, fresh);
            old.replaceWith(fresh);
            if (place) place.focus({ preventScroll: true });
            document.title = page.title;
            shown = page.body.dataset.position;
            isTyped = false;
            document.dispatchEvent(new Event("shown"));
            again();
          };

          // A page that says how far something is comes again until that is done.
          let waiting = 0;
          const again = () => {
            clearTimeout(waiting);
            if (!document.querySelector("main [data-again]")) return;
            waiting = setTimeout(() => show().catch(again), 250);
          };
          again();

          const offer = () => {
            const main = document.querySelector("main");
            if (!main || document.getElementById("news")) return;
            const [note, button] = [document.createElement("p"), document.createElement("button")];
            note.id = "news";
            note.className = "note";
            note.setAttribute("role", "status");
            button.type = "button";
            button.textContent = body.dataset.show;
            button.addEventListener("click", show);
            note.append(body.dataset.news, " ", button);
            main.prepend(note);
          };

          const hear = (event) => {
            // The feed may be a moment behind a page that was just made.
            if (Number(event.data) <= Number(shown)) return;
            const active = document.activeElement;
            const isBusy = active && active.closest("main form");
            if (isTyped || isBusy) offer(); else show().catch(offer);
          };

          // A browser has few connections for one server: a page that nobody sees holds none. When
          // it is seen again it is told the present position first.
          let stream = null;
          const listen = () => {
            if (document.hidden) {
              if (stream) stream.close();
              stream = null;
            } else if (!stream) {
              stream = new EventSource("/live");
              stream.addEventListener("position", hear);
            }
          };
          document.addEventListener("visibilitychange", listen);
          addEventListener("pagehide", () => { if (stream) stream.close(); stream = null; });
          addEventListener("pageshow", listen);
          listen();
        })();

        // A file that is dropped on a form is sent with it, as one that is chosen.
        (() => {
          const form = (event) => event.target.closest && event.target.closest("form[data-drop]");
          const over = (event, isOver) => {
            const place = form(event);
            if (!place) return;
            event.preventDefault();
            if (isOver) place.dataset.over = ""; else delete place.dataset.over;
          };
          document.addEventListener("dragover", (event) => over(event, true));
          document.addEventListener("dragleave", (event) => over(event, false));
          document.addEventListener("drop", (event) => {
            over(event, false);
            const place = form(event);
            const field = place && place.querySelector("input[type=file]");
            if (!field || event.dataTransfer.files.length !== 1) return;
            field.files = event.dataTransfer.files;
            place.requestSubmit();
          });
        })();

        """
}
