extension PageScript {
    /// Keys for what the mouse does, listed on `?`; they can be turned off, and never count where
    /// somebody types.
    static let keys = """

        // A slider shows the page as it was where a pointer lets it go; keys move it on until
        // Enter.
        (() => {
          const slider = ({ target }) =>
            target.closest && target.closest("form[data-slider]");
          let isHeld = false;
          document.addEventListener("pointerdown", (event) => { isHeld = !!slider(event); });
          document.addEventListener("change", (event) => {
            const form = slider(event);
            if (form && isHeld) form.requestSubmit();
          });
          document.addEventListener("keydown", (event) => {
            isHeld = false;
            const form = slider(event);
            if (!form || event.key !== "Enter" || event.target.type !== "range") return;
            event.preventDefault();
            form.requestSubmit();
          });
        })();

        (() => {
          if (!window.HTMLDialogElement || !document.querySelector("nav")) return;
          let isOff = localStorage.getItem("keys") === "off";
          // The list is asked for when somebody wants to see it.
          const load = async () => {
            const answer = await fetch("/keys");
            if (!answer.ok) throw new Error(`${answer.status}`);
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const dialog = document.adoptNode(page.getElementById("keys"));
            document.body.append(dialog);
            const toggle = document.getElementById("keys-switch");
            const { on, off } = toggle.dataset;
            const label = () => { toggle.textContent = isOff ? on : off; };
            label();
            toggle.addEventListener("click", () => {
              isOff = !isOff;
              localStorage.setItem("keys", isOff ? "off" : "on");
              label();
            });
            return dialog;
          };
          let loading = null;
          const list = () => {
            loading ??= load();
            loading.then((dialog) => { if (!dialog.open) dialog.showModal(); })
              .catch(() => { loading = null; });
          };
          const first = (selector) => document.querySelector(`main ${selector}`);
          const shown = "input:not([type=hidden]):not([type=range]):not([type=file])";
          // A page on which nothing is recorded leads to the one on which entries are.
          const record = () => {
            const own = "form[method=post]";
            const field = first(`${own} ${shown}`) ?? first(`${own} [type=file]`);
            const today = document.querySelector("nav a");
            if (field) field.focus();
            else if (location.pathname !== today.pathname) location.assign(`${today.href}#n`);
          };
          if (location.hash === "#n") {
            history.replaceState(null, "", location.pathname + location.search);
            record();
          }
          const step = (by) => {
            const links = [...document.querySelectorAll("main a, main button, main summary")]
              .filter((one) => one.matches("summary") || !one.closest("details:not([open])"));
            const here = links.indexOf(document.activeElement);
            const next = links[Math.max(0, Math.min(links.length - 1, here + by))];
            if (next) next.focus();
          };
          const act = {
            "/": () => first(`form[method=get] ${shown}`)?.focus(),
            "n": record,
            "u": () => first("form[action='/do/undo'] button")?.click(),
            "j": () => step(1), "k": () => step(-1),
            "[": () => first("a[rel=prev]")?.click(), "]": () => first("a[rel=next]")?.click(),
          };
          document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            // Of letters that are put together Escape gives up the letters.
            if (event.isComposing) return;
            if (event.target.closest("input, select, textarea, dialog")) {
              // Out of a field, so that keys count again.
              if (event.key === "Escape" && !isOff) event.target.blur();
              return;
            }
            if (event.key === "?") { list(); return; }
            if (isOff) return;
            const page = document.querySelectorAll("nav a")[Number(event.key) - 1];
            if (/^[1-9]$/.test(event.key) && page) { page.click(); return; }
            if (!act[event.key]) return;
            event.preventDefault();
            act[event.key]();
          });
        })();

        """
}
