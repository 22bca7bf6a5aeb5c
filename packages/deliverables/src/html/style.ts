/** The look of an HTML report: one column to read, both colour schemes, and paper. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --line: #d9dfe7; --back: #ffffff; --panel: #f5f7fa; --accent: #1f5fa8; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #a0abb9; --line: #37414e; --back: #14181e; --panel: #1d232c; --accent: #86b8f2; --wrong: #ff9f97; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 17px/1.6 "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
.page { max-width: 46rem; margin: 0 auto; padding: 3.5rem 1.5rem 5rem; overflow-wrap: break-word; }
header { border-bottom: 3px solid var(--accent); padding-bottom: 1.25rem; margin-bottom: 2rem; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.45rem; line-height: 1.3; margin: 2.6rem 0 .7rem; }
h3 { font-size: 1.17rem; margin: 1.9rem 0 .5rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
p, ul, ol, .table, pre, blockquote { margin: 0 0 1rem; }
li { margin: .3rem 0; }
li > p { margin: 0 0 .4rem; }
a { color: var(--accent); text-underline-offset: .15em; }
.question { font-size: 1.1rem; margin: 0 0 .5rem; }
.about { color: var(--soft); font-size: .9rem; margin: 0; }
nav { background: var(--panel); border-radius: 8px; padding: 1rem 1.4rem; margin-bottom: 2.2rem; font-size: .95rem; }
nav .contents { font-weight: 600; margin: 0 0 .4rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { text-decoration: none; }
nav .level-2 { padding-left: 1.2rem; }
nav .level-3 { padding-left: 2.4rem; }
sup { font-size: .72em; line-height: 0; }
sup a { text-decoration: none; padding: 0 .1em; }
.unresolved { color: var(--wrong); font-size: .8em; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .5rem .75rem; text-align: left; vertical-align: top; }
thead th { background: var(--panel); border-bottom: 2px solid var(--line); }
.right { text-align: right; }
.center { text-align: center; }
code { font: .88em/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; background: var(--panel); border-radius: 4px; padding: .1em .3em; }
pre { background: var(--panel); border-radius: 8px; padding: 1rem 1.2rem; overflow-x: auto; }
pre code { padding: 0; background: none; }
blockquote { border-left: 3px solid var(--line); padding: .1rem 0 .1rem 1.1rem; color: var(--soft); margin-left: 0; margin-right: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
blockquote > :last-child, li > :last-child { margin-bottom: 0; }
.back a { text-decoration: none; font-size: .85em; }
.sources { border-top: 1px solid var(--line); margin-top: 3rem; font-size: .95rem; }
.sources ol { padding-left: 2.2rem; }
.sources li { margin: .8rem 0; }
.sources li:target { background: var(--panel); outline: .5rem solid var(--panel); }
.sources blockquote { margin: .4rem 0 0; font-size: .95em; }
.sources .note p { margin: .15rem 0 .6rem 1.25rem; font-size: .88em; }
.draft { background: var(--panel); border-left: 4px solid var(--wrong); padding: .7rem 1rem; margin: 0 0 1.4rem; font-weight: 600; }
.checked { margin-top: .5rem; }
sup.doubt, .standing.doubt { color: var(--wrong); }
sup.doubt { font-weight: 700; cursor: help; padding-left: .1em; }
.evidence { border-top: 1px solid var(--line); margin-top: 3rem; font-size: .92rem; }
.claim { margin: 1.6rem 0; }
.claim:target { background: var(--panel); outline: .5rem solid var(--panel); }
.claim p { margin: 0 0 .3rem; }
.claim .label { font-weight: 600; color: var(--accent); padding-right: .3em; }
.claim blockquote { margin: .5rem 0 .2rem; }
.claim .detail { font-size: .88em; padding-left: 1.25rem; overflow-wrap: anywhere; }
mark { background: #fff2b3; color: #1c2430; }
.record h2 { font-size: 1rem; color: var(--soft); }
.record pre { font-size: .72rem; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--soft); }
.detail { color: var(--soft); }
.address { font-size: .88em; overflow-wrap: anywhere; }
@page { margin: 20mm 18mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --back: #fff; --panel: #f3f3f3; --accent: #000; --wrong: #000; }
  body { font-size: 10.5pt; }
  .page { max-width: none; padding: 0; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  tr, pre, blockquote, .sources li, .claim, .record { break-inside: avoid; }
  thead { display: table-header-group; }
  .back { display: none; }
}
`;
