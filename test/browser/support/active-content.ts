/** Active content that stored text must never become, one line each. Runs in the page. */
export function activeContent(): string[] {
  const found = [
    ...document.querySelectorAll(
      "iframe, object, embed, base, portal, body :is(script, link, meta, style, form, video, audio, img:not([src='/favicon.svg']))",
    ),
    // The console draws with svg itself, but text never does.
    ...document.querySelectorAll(".prose-view :is(svg, math, input, button, select, textarea)"),
  ].map(({ outerHTML }) => `element: ${outerHTML.slice(0, 200)}`);
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (/^on|^(srcdoc|srcset|action|formaction|ping|background|poster)$/i.test(name)) {
        found.push(`attribute: ${name}=${value}`);
      }
      if (name === "style" && /url|expression|import/i.test(value)) found.push(`style: ${value}`);
    }
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href], area[href]")) {
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
