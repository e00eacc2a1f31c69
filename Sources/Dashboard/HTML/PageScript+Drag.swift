extension PageScript {
    /// A task that is dragged to a day of the agenda; the form beside it does the same without.
    static let drag = """

        // A task that is dragged to another day is sent there by the form that says so.
        (() => {
          const fields = () => document.querySelector("#move form")?.elements;
          const near = (event, name) => event.target.closest && event.target.closest(name);
          let task = null;
          let time = "";
          document.addEventListener("dragstart", (event) => {
            const item = near(event, "[data-task]");
            task = item && fields() ? item.dataset.task : null;
            time = item?.dataset.time ?? "";
            if (task) event.dataTransfer.setData("text/plain", task);
          });
          document.addEventListener("dragend", () => { task = null; });
          const over = (event, isOver) => {
            const day = task && near(event, "[data-day]");
            if (!day) return null;
            event.preventDefault();
            if (isOver) day.dataset.over = ""; else delete day.dataset.over;
            return day.dataset.day;
          };
          document.addEventListener("dragover", (event) => over(event, true));
          document.addEventListener("dragleave", (event) => over(event, false));
          document.addEventListener("drop", (event) => {
            const day = over(event, false);
            const form = fields();
            if (!day || !form) return;
            form.namedItem("id").value = task;
            form.namedItem("due").value = time ? day + " " + time : day;
            document.querySelector("#move form").requestSubmit();
          });
        })();

        """
}
