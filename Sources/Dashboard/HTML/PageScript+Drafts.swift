extension PageScript {
    /// What is typed stays in the browser until the server has taken it.
    static let drafts = """

        // What is typed into a form that records is kept in this browser until the server has taken
        // it: where nothing answers, it stands in its form again later. Of what is hidden the key
        // of the form is kept, so that a send that had arrived counts once; files are not, nor
        // passwords.
        (() => {
          const words = document.body.dataset;
          if (!words.keeps) return;
          const own = `draft ${words.keeps} `;
          const longest = 30 * 86_400_000;
          const read = (name) => JSON.parse(localStorage.getItem(name));
          const names = (start) => Object.keys(localStorage)
            .filter((name) => name.startsWith(start));
          const forget = (name) => localStorage.removeItem(name);

          const parts = (form, isHidden) => [...form.elements]
            .filter((one) => one.name && one.type !== "password" && one.type !== "file")
            .filter((one) => (one.type === "hidden") === isHidden);
          const hidden = (form, isWas) => parts(form, true)
            .filter(({ name }) => !["form", "key", "back", "version"].includes(name))
            .filter(({ name }) => name.startsWith("was-") === isWas)
            .map(({ name, value }) => `${name}=${value}`).join("&");
          const named = (form) => `${own}${form.getAttribute("action")} ${hidden(form, false)}`;
          const key = (form) => form.elements.namedItem("key");
          const first = (one) => !one.options ? one.defaultValue
            : ([...one.options].find((option) => option.defaultSelected) ?? one.options[0]).value;

          const keep = (form, isSent) => {
            if (!form?.matches("main form[action^='/do/']") || !key(form)) return;
            // A form that came back shows what was typed as if nobody had.
            const isBack = "retry" in form.dataset;
            const typed = parts(form, false).filter((one) => isBack || one.value !== first(one));
            if (!typed.length) return forget(named(form));
            localStorage.setItem(named(form), JSON.stringify({
              typed: typed.map(({ name, value }) => [name, value]),
              files: [...form.elements].some((one) => one.files?.length),
              was: hidden(form, true), key: key(form).value, time: Date.now(), isSent,
              page: form.elements.namedItem("back").value, title: document.title.split(" · ")[0],
            }));
          };
          document.addEventListener("input", ({ target }) => keep(target.form, false));
          document.addEventListener("submit", ({ target }) => {
            if (target.matches("form[action='/do/logout']")) names(own).forEach(forget);
            keep(target, true);
          });

          const say = (place, discard, ...pieces) => {
            const [note, text] = ["div", "span"].map((name) => document.createElement(name));
            const button = document.createElement("button");
            note.className = "note";
            note.setAttribute("role", "status");
            button.type = "button";
            button.className = "plain small";
            button.textContent = words.discard;
            button.addEventListener("click", () => { note.remove(); discard(); });
            text.append(...pieces);
            note.append(text, button);
            place.prepend(note);
          };

          const fill = (form, name, draft) => {
            const fresh = key(form).value;
            const begin = parts(form, false)[0];
            const minutes = new Date(draft.time).getTimezoneOffset();
            const time = new Date(draft.time - minutes * 60_000).toISOString().slice(0, 16)
              .replace("T", " ");
            const discard = () => {
              forget(name);
              form.reset();
              key(form).value = fresh;
              begin?.focus();
            };
            const typed = draft.typed.map(([name, value]) => [form.elements.namedItem(name), value])
              .filter(([one]) => one);
            // What is about something else by now is shown, and left to who typed it.
            if (draft.was !== hidden(form, true)) {
              const label = (one) => one.closest("label")?.querySelector("span")?.textContent;
              const list = typed.map(([one, value]) => `${label(one)}: ${value}`).join(" · ");
              return say(form, discard, words.changed.replace("%", () => time), " ", list);
            }
            for (const [one, value] of typed) {
              one.value = value;
              const closed = one.closest("details");
              if (closed && value) closed.open = true;
            }
            key(form).value = draft.key;
            const file = draft.files ? " " + words.file : "";
            say(form, discard, words.kept.replace("%", () => time) + file);
          };

          const show = () => {
            const taken = document.querySelector("main [data-taken]")?.dataset.taken;
            // Those of who does not come back, too: others may use the browser.
            for (const name of names("draft ")) {
              const { key, time } = read(name);
              if (key === taken || time < Date.now() - longest) forget(name);
            }
            const left = new Set(names(own));
            for (const form of document.querySelectorAll("main form[action^='/do/']")) {
              const name = named(form);
              if (!key(form) || !left.delete(name)) continue;
              if ("retry" in form.dataset) keep(form, false); else fill(form, name, read(name));
            }
            for (const name of left) {
              const { isSent, page, title } = read(name);
              if (!isSent) continue;
              const link = document.createElement("a");
              [link.href, link.textContent] = [page, title];
              say(document.querySelector("main"), () => forget(name), words.elsewhere, " ", link);
            }
          };
          document.addEventListener("shown", show);
          show();
        })();

        """
}
