/** Active content that stored text must never become, one line each. Runs in the page. */
export function activeContent(): string[] {
  const found = [
    ...document.querySelectorAll(
      "iframe, object, embed, base, portal, body :is(script, link, meta, style, form:not([aria-label='Notification settings'], [aria-label='New webhook']), video, audio, img:not([src='/favicon.svg']))",
    ),
    // The console draws with svg itself, but text never does.
    ...document.querySelectorAll(
      ":is(.prose-view, .markdown-text) :is(svg, math, input, button, select, textarea)",
    ),
  ].map(({ outerHTML }) => `element: ${outerHTML.slice(0, 200)}`);
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (/^on|^(srcdoc|srcset|action|formaction|ping|background|poster)$/i.test(name)) {
        found.push(`attribute: ${name}=${value}`);
      }
      if (name === "style" && /url|expression|import/i.test(value)) found.push(`style: ${value}`);
    }
  }
  // The console's own links into clients carry its own prompt, in which nothing is free text.
  const ourPrompt =
    /^(cursor:\/\/anysphere\.cursor-deeplink\/prompt\?text|claude-cli:\/\/open\?q|claude:\/\/claude\.ai\/new\?q)=Continue%20the%20research%20plan%20p-[a-z0-9]+%20on%20Trovella%20\(http%3A%2F%2F[\w.%]+\)%3A%20call%20get_research_context%20with%20%7B%22planId%22%3A%22p-[a-z0-9]+%22%2C%22resume%22%3Atrue%7D%2C%20then%20work%20on%20the%20step%20it%20hands%20out\.$/;
  // Likewise those of the page Connect, which carry how this server is started or reached.
  const ourEntry =
    /^(cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=trovella&config|vscode:mcp\/install\?|lmstudio:\/\/add_mcp\?name=trovella&config|kiro:\/\/kiro\.mcp\/add\?name=trovella&config)[\w%=.~-]+$/;
  const isOurs = ({ href }: HTMLAnchorElement) =>
    ourPrompt.test(href) || (window.location.pathname === "/connect" && ourEntry.test(href));
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href], area[href]")) {
    if (isOurs(link)) continue;
    if (!["http:", "https:", "mailto:"].includes(link.protocol)) found.push(`link: ${link.href}`);
    // External links must not leak the referrer or the opener.
    if (link.origin !== window.location.origin && link.protocol !== "mailto:") {
      if (!link.relList.contains("noopener") || link.target !== "_blank") {
        found.push(`link without noopener: ${link.outerHTML.slice(0, 200)}`);
      }
    }
  }
  if ("__hit" in {}) found.push("a changed prototype");
  return found;
}
