/** The page at `/`: no scripts and nothing remote, so it works offline and under a strict policy. */
export function landingPage(version: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trovella</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${LANDING_PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
${MARK}
<h1>Trovella</h1>
<span class="version">${version}</span>
</header>
<p class="lead">The project manager for research done by AI assistants. It keeps a research plan as
steps with rules, so that long work stays in order, can be reviewed, and can be picked up again.</p>
<section>
<p class="status"><span class="dot" aria-hidden="true"></span>The server is running.</p>
<p>Assistants connect to it at <code>/mcp</code>; <code>trovella connect</code> sets up Claude Code, Claude Desktop,
Cursor, VS Code, Codex and Gemini CLI. The web console is not part of this version; it follows.</p>
</section>
<nav aria-label="Addresses of this server">
<a href="/mcp"><code>/mcp</code><span>where AI clients connect (MCP)</span></a>
<a href="/healthz"><code>/healthz</code><span>whether the process answers</span></a>
<a href="/readyz"><code>/readyz</code><span>whether the database answers</span></a>
<a href="/version"><code>/version</code><span>which version this is</span></a>
</nav>
</main>
</body>
</html>
`;
}

/** Three steps, one of them done. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 36 36" aria-hidden="true"><rect width="36" height="36" rx="9" fill="#0f766e"/><path d="M10 11.5l2 2 4-4M20 12h7M20 18.5h7M20 25h7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="12.5" cy="18.5" r="1.8" fill="#fff"/><circle cx="12.5" cy="25" r="1.8" fill="#fff"/></svg>`;

export const LANDING_PAGE_STYLE = `
:root {
  --page: #f7f7f5; --card: #fff; --text: #1c1f1e; --soft: #59605d; --line: #e2e4e1; --accent: #0f766e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #121514; --card: #1a1e1d; --text: #e9ecea; --soft: #a3aca8; --line: #2c3230; --accent: #5eead4;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; display: grid; place-items: center; padding: 2rem 1.25rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", sans-serif;
}
main { width: 100%; max-width: 38rem; display: grid; gap: 1.5rem; }
header { display: flex; align-items: center; gap: 0.75rem; }
h1 { font-size: 1.6rem; letter-spacing: -0.02em; line-height: 1; }
.version {
  margin-left: auto; padding: 0.1rem 0.6rem; border: 1px solid var(--line); border-radius: 99px;
  color: var(--soft); font-size: 0.85rem; font-variant-numeric: tabular-nums;
}
.lead { font-size: 1.125rem; }
section, nav { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
section { padding: 1.1rem 1.25rem; display: grid; gap: 0.4rem; color: var(--soft); }
.status { display: flex; align-items: center; gap: 0.6rem; color: var(--text); font-weight: 600; }
.dot { width: 0.6rem; height: 0.6rem; border-radius: 50%; background: #16a34a; }
nav { overflow: hidden; }
nav a {
  display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.7rem 1.25rem;
  color: var(--soft); text-decoration: none;
}
nav a + a { border-top: 1px solid var(--line); }
nav a:hover { background: var(--page); }
nav a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
nav code { min-width: 6rem; color: var(--accent); font: 0.95rem/1.7 ui-monospace, monospace; text-decoration: underline; }
`;
