/**
 * The colours and shapes of the console, for pages without scripts; they follow the theme of the system. A careful button
 * takes clicks only a second after the page appeared, and after the pointer came to its form: another page may have
 * lured the user into a double click whose second half falls on this one (clickjacking).
 */
export const STYLE = `
:root { color-scheme: light dark;
  --page: light-dark(#f7f7f5, #121514); --card: light-dark(#ffffff, #191d1c); --hover: light-dark(#efefec, #222827);
  --text: light-dark(#1c1f1e, #e9ecea); --soft: light-dark(#59605d, #a3aca8); --line: light-dark(#e2e4e1, #2c3230);
  --strong-line: light-dark(#868d89, #7a837f); --accent: light-dark(#0f766e, #5eead4); --on-accent: light-dark(#ffffff, #0b2b28);
  --accent-soft: light-dark(#e0f2ef, #16322f); --warn: light-dark(#8a5200, #f3c069); --bad: light-dark(#b3261e, #ff9f97); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; gap: 1.25rem;
  padding: clamp(1.25rem, 9vh, 6rem) 1rem 2rem; background: var(--page); color: var(--text);
  font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
.wordmark { display: flex; align-items: center; gap: .5rem; margin: 0; font-size: 1.125rem; font-weight: 600; letter-spacing: -.015em; }
.wordmark svg { width: 1.625rem; height: 1.625rem; }
main { width: 100%; max-width: 26rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
main > :last-child, form > :last-child { margin-bottom: 0; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; font-weight: 600; line-height: 1.3; letter-spacing: -.015em; }
h2 { margin: 1.5rem 0 .75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: .9375rem; font-weight: 600; }
p, ul, dl { margin: 0 0 1rem; }
ul { padding-left: 1.25rem; }
dl { padding: .75rem 1rem .25rem; border-radius: .5rem; background: var(--hover); }
dt { color: var(--soft); font-size: .875rem; } dd { margin: 0 0 .5rem; }
a { color: var(--accent); }
label { display: block; margin: 0 0 .25rem; font-weight: 500; }
.hint, .soft { color: var(--soft); font-size: .875rem; }
.hint { margin: 0 0 .375rem; }
form + form { margin-top: .75rem; }
details { margin-top: 1rem; } summary { min-height: 1.5rem; color: var(--soft); font-size: .875rem; cursor: pointer; }
details p { margin: .5rem 0 0; } code { font: .8125rem ui-monospace, monospace; }
input, select, button { width: 100%; min-height: 2.5rem; padding: .5rem .75rem; border: 1px solid var(--strong-line); border-radius: .5rem;
  background: var(--card); color: var(--text); font: inherit; }
input, select { margin: 0 0 1rem; }
button { margin: 0 0 .625rem; border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
button:hover { opacity: .9; }
button.quiet { border-color: var(--strong-line); background: var(--card); color: var(--text); }
button.quiet:hover { background: var(--hover); opacity: 1; }
button.choice { display: flex; justify-content: space-between; gap: 1rem; text-align: left; }
button.choice span { flex: none; color: var(--soft); font-weight: 400; }
input[type=checkbox] { width: auto; min-height: 0; margin: 0 .25rem 0 0; accent-color: var(--accent); }
li label { font-weight: 400; }
.careful { animation: late 1s; }
.guarded:hover .careful { animation-name: late-again; }
@keyframes late { from, to { pointer-events: none; filter: saturate(.2); } }
@keyframes late-again { from, to { pointer-events: none; filter: saturate(.2); } }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role=alert], .notice { margin: 0 0 1rem; padding: .625rem .75rem; border: 1px solid var(--line); border-left: .25rem solid var(--warn);
  border-radius: .5rem; background: var(--hover); }
[role=alert] { border-left-color: var(--bad); }
`;

/** The sign of the console, drawn in the page itself: its policy lets nothing be loaded. */
export const WORDMARK = `<p class="wordmark"><svg viewBox="0 0 36 36" aria-hidden="true"><rect width="36" height="36" rx="9" fill="#0f766e"/><path d="M10 11.5l2 2 4-4M20 12h7M20 18.5h7M20 25h7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="12.5" cy="18.5" r="1.8" fill="#fff"/><circle cx="12.5" cy="25" r="1.8" fill="#fff"/></svg>Trovella</p>`;
