/// How pages look: one scale of type (13, 15, 18, 24, 32 px), one of space (4, 8, 12, 16, 24, 32,
/// 48 px), two sets of colours.
enum Stylesheet {
    /// Where it is; another text has another address.
    static let path = "/style-15.css"

    /// Where pages look for it.
    static let link = Link("/style-15.css")

    /// The picture beside the title in a browser.
    static let icon = Link("/icon-1.svg")

    /// Three lines of a ledger; the last is shorter.
    static let iconText = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" \
        rx="4" fill="#17694d"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff"/></svg>
        """

    static let text = colours + frame + parts + forms + narrow

    private static let colours = """
        :root { color-scheme: light dark;
        --ink: #1d2521; --dim: #5a655f; --line: #d8ddd6; --page: #f6f6f1; --card: #ffffff;
        --mark: #17694d; --on-mark: #ffffff; --soft: #e3efe8; --bad: #a62b1f; --bad-soft: #fbe9e6;
        --bar: #2f8f6c; --bar-open: #a9cfbe; }
        @media (prefers-color-scheme: dark) { :root {
        --ink: #e8ece8; --dim: #9ca8a1; --line: #333c37; --page: #121614; --card: #1a201d;
        --mark: #7fd0ae; --on-mark: #0d1a14; --soft: #1f3229; --bad: #ff9c8f; --bad-soft: #3a1f1b;
        --bar: #4fae89; --bar-open: #2f5b4a; } }

        """

    private static let frame = """
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink);
        font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
        a { color: var(--mark); text-underline-offset: 3px; }
        a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible,
        summary:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
        .frame { display: grid; grid-template-columns: 176px minmax(0, 1fr); min-height: 100vh; }
        .side { padding: 24px 8px; border-right: 1px solid var(--line); }
        .brand { font-size: 18px; font-weight: 700; padding: 0 12px 16px; display: block;
        color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
        nav a { display: block; padding: 8px 12px; border-radius: 8px; color: var(--dim);
        text-decoration: none; }
        nav a:hover { color: var(--ink); text-decoration: underline; }
        nav a[aria-current] { background: var(--soft); color: var(--ink); font-weight: 600; }
        main { padding: 24px 32px 48px; max-width: 1040px; min-width: 0; }
        main.alone { margin: 48px auto; max-width: 560px; }
        h1 { font-size: 24px; line-height: 1.25; margin: 0 0 16px; letter-spacing: -.01em; }
        h2 { font-size: 18px; margin: 0 0 12px; }
        .dim, footer { color: var(--dim); font-size: 13px; }
        footer { margin-top: 32px; }
        .lines { white-space: pre-wrap; }
        .skip { position: absolute; left: -999px; } .skip:focus { left: 8px; top: 8px; }
        .note { background: var(--soft); border-radius: 8px; padding: 12px 16px; margin: 0 0 16px;
        display: flex; gap: 12px; align-items: center; flex-wrap: wrap; }
        .note form { margin: 0; }

        """

    private static let parts = """
        .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
        padding: 16px; margin: 0 0 16px; }
        .card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
        .tiles { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 16px;
        margin-bottom: 16px; }
        .tiles .card { margin: 0; }
        .tile-name { color: var(--dim); font-size: 13px; }
        .big { font-size: 32px; line-height: 1.25; font-weight: 650; letter-spacing: -.02em;
        font-variant-numeric: tabular-nums; display: block; }
        .big a { color: inherit; text-decoration: none; }
        .big a:hover { text-decoration: underline; }
        .unit { font-size: 15px; font-weight: 400; color: var(--dim); letter-spacing: 0; }
        .two { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 16px;
        align-items: start; }
        .scroll { overflow-x: auto; margin: 0 -16px; padding: 0 16px; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--dim); font-size: 13px; padding-bottom: 4px; }
        th, td { padding: 8px 12px; text-align: left; vertical-align: top;
        border-bottom: 1px solid var(--line); }
        th:first-child, td:first-child { padding-left: 0; }
        th:last-child, td:last-child { padding-right: 0; }
        tbody tr:last-child td, tbody tr:last-child th { border-bottom: 0; }
        thead th { color: var(--dim); font-size: 13px; font-weight: 600; white-space: nowrap; }
        tbody th { font-weight: 400; }
        tbody th, td { min-width: 64px; } td.n, td.day, td:empty { min-width: 0; }
        .n { text-align: right; white-space: nowrap; } .day { white-space: nowrap; }
        #compared thead th, #compared td { white-space: normal; overflow-wrap: normal; }
        .scroll .name { min-width: 136px; } td.category { min-width: 136px; }
        .jumps { min-width: 152px; } .jumps a { display: inline-block; padding: 4px; }
        .tabs a { padding: 8px; } .tabs a:first-child { margin-left: -8px; }
        td.n a { color: inherit; text-decoration-color: var(--line); }
        td.n a:hover { text-decoration-color: currentColor; }
        tfoot td, tfoot th { font-weight: 650; border-top: 2px solid var(--line);
        border-bottom: 0; }
        .void { text-decoration: line-through; color: var(--dim); }
        .tag { color: var(--dim); font-size: 13px; }
        .badge { display: inline-block; font-size: 13px; padding: 0 8px; border-radius: 8px;
        border: 1px solid var(--line); white-space: nowrap; }
        .badge.bad { color: var(--bad); border-color: currentColor; }
        .chart { width: 100%; height: 120px; display: block; }
        .bar { width: 100%; min-width: 64px; height: 8px; display: block; margin: 8px 0 4px;
        background: var(--soft); border-radius: 4px; }
        .chart rect { width: 16px; } .bar rect { height: 8px; }
        .chart rect, .bar rect { fill: var(--bar); } .chart rect.open { fill: var(--bar-open); }
        .bar rect.over { fill: var(--bad); }
        progress { width: 100%; height: 8px; accent-color: var(--mark); }
        .axis { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 12px; }
        .axis > * { min-width: 0; }
        .sample { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace;
        white-space: pre-wrap; margin: 0; }
        dialog th, dialog td { padding: 4px 12px; } kbd { white-space: nowrap; }
        kbd { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; padding: 0 8px;
        border: 1px solid var(--line); border-radius: 4px; background: var(--page); }
        dialog { background: var(--card); color: var(--ink); border: 1px solid var(--line);
        border-radius: 12px; padding: 24px; max-width: 480px; }
        dialog::backdrop { background: #0008; }
        .day-row { display: grid; grid-template-columns: 216px minmax(0, 1fr); gap: 0 16px;
        padding: 8px 0; border-bottom: 1px solid var(--line); }
        .day-row:last-child { border-bottom: 0; } .day-row h2 { font-size: 15px; margin: 8px 0; }
        .day-row.empty { padding: 4px 0; } .day-row.empty > * { margin: 0; }
        .day-row.empty h2 { font-weight: 400; color: var(--dim); }
        td.text { white-space: pre-wrap; }
        ul.list { list-style: none; margin: 0; padding: 0; }
        ul.list > li { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 8px 0;
        align-items: flex-start;
        border-bottom: 1px solid var(--line); }
        ul.list > li:last-child { border-bottom: 0; } ul.list > li > * { min-width: 0; }
        ul.list .grow { flex: 1 1 128px; min-width: 0; }
        ul.list > li > details { flex-basis: 100%; }
        ul.list.ticks > li { align-items: center; padding: 4px 0; }
        details > summary { cursor: pointer; color: var(--mark); padding: 4px 0; }

        """

    private static let forms = """
        form { margin: 0; }
        .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(152px, 1fr));
        gap: 12px 16px; } .fields + .wide,
        .fields + details { margin-top: 8px; } .fields > .wide { grid-column: span 2; }
        label { display: block; font-size: 13px; color: var(--dim); }
        label span { display: block; margin-bottom: 4px; }
        input, select, textarea { width: 100%; font: inherit; font-size: 15px; color: var(--ink);
        background: var(--page); border: 1px solid var(--dim); border-radius: 8px;
        padding: 8px 12px; min-height: 40px; line-height: 1.5; vertical-align: top; }
        input, select { height: 40px; } input[type=file] { height: auto; }
        input[aria-invalid] { border: 2px solid var(--bad); }
        .wrong { color: var(--bad); font-size: 13px; margin: 4px 0 0; }
        .alert { background: var(--bad-soft); color: var(--bad); border-radius: 8px;
        padding: 12px 16px; margin: 0 0 12px; }
        .row { display: flex; gap: 8px; align-items: end; flex-wrap: wrap; margin-bottom: 16px; }
        .row label { flex: 1 1 152px; } .row label.wide { flex: 3 1 240px; }
        .row label.whole { flex-basis: 100%; }
        button { font: inherit; font-weight: 600; border-radius: 8px; padding: 8px 16px;
        min-height: 40px; border: 1px solid var(--mark); background: var(--mark);
        color: var(--on-mark); cursor: pointer; }
        .choice { display: inline-block; border: 1px solid var(--mark); border-radius: 8px;
        padding: 8px 16px; min-height: 40px; font-weight: 600; text-decoration: none; }
        .choice:hover { background: var(--soft); }
        .slider { display: flex; gap: 12px; align-items: end; flex-wrap: wrap; width: 100%;
        margin: 0 0 16px; }
        .slider label { flex: 1 1 240px; } .note .slider { margin: 4px 0 0; }
        input[type=range] { padding: 0; accent-color: var(--mark); border: 0; background: none; }
        label.tick { display: flex; gap: 12px; align-items: center; font-size: 15px; color: inherit;
        min-height: 40px; } label.tick span { margin: 0; min-width: 0; }
        label.tick input { flex: none; width: 20px; min-height: 20px; height: 20px;
        accent-color: var(--mark); }
        .change { margin: 12px 0 8px; }
        .picture { max-width: 100%; max-height: 240px; margin-top: 8px; border-radius: 8px; }
        .drop { border: 2px dashed var(--line); border-radius: 12px; padding: 16px; }
        .drop[data-over], .day-row[data-over] { border-color: var(--mark);
        background: var(--soft); }
        button.plain { background: transparent; color: var(--mark); }
        button.small { min-height: 32px; padding: 4px 12px; font-size: 13px; }
        .actions { display: flex; gap: 8px; margin-top: 16px; flex-wrap: wrap; }

        """

    private static let narrow = """
        .narrow-only { display: none; }
        @media (max-width: 1100px) {
        .two { display: block; } .tiles { grid-template-columns: 1fr; gap: 8px; }
        .tiles .card { display: grid; grid-template-columns: minmax(0, 1fr) auto;
        align-items: baseline; gap: 0 12px; }
        .big { font-size: 24px; } .tiles .more { grid-column: 1 / -1; } }
        @media (max-width: 760px) {
        .frame { display: block; }
        .side { padding: 8px 16px 0; border: 0; border-bottom: 1px solid var(--line); }
        .brand { padding: 4px 0; }
        nav { display: flex; flex-wrap: wrap; margin: 0 -8px; padding: 0 0 8px; }
        nav a { white-space: nowrap; padding: 8px; }
        nav:lang(de) { margin: 0 -4px; } nav:lang(de) a { padding: 8px 4px; }
        ul.list .grow { flex-basis: 96px; } .fields > .wide { grid-column: 1 / -1; }
        main { padding: 16px 16px 32px; }
        .day-row { display: block; } .day-row.empty { display: flex; }
        .wide-only { display: none; } .narrow-only { display: block; }
        th, td { padding: 8px 4px; } #compared table { font-size: 13px; } }
        @media print {
        .side, form, dialog, details:not([open]), .note, .skip,
        .actions { display: none; } .frame { display: block; }
        body { background: #fff; color: #000; } main { padding: 0; max-width: none; }
        .card { border: 0; padding: 0; } tr, .card { break-inside: avoid; } a { color: inherit; } }

        """
}
