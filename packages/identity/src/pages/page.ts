import { createHash } from "node:crypto";
import { pageResponse } from "../responses.ts";
import { STYLE, WORDMARK } from "./style.ts";

/** Text made safe for a page, its invisible characters gone: they could make one name look like another. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** A name somebody chose, in whichever direction it is written: the words around it keep their order. */
export function nameHtml(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

export interface Page {
  readonly title: string;
  /** Markup, every text in it escaped. */
  readonly body: string;
  readonly status?: number;
  /** Where its form may lead besides our own addresses; browsers hold redirects to this too. */
  readonly formTarget?: string;
  /** Goes on there by itself. */
  readonly goTo?: string;
}

/** A page without scripts that nothing can embed. */
export function renderPage({ title, body, status = 200, formTarget, goTo }: Page): Response {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${formTarget ? ` ${formTarget}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const refresh = goTo ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(goTo)}">` : "";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${refresh}
<title>${escapeHtml(title)} – Trovella</title>
<style>${STYLE}</style>
</head>
<body>
${WORDMARK}
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  return pageResponse(html, { status, policy });
}

export function alertBox(message: string | null): string {
  return message ? `<p role="alert">${escapeHtml(message)}</p>` : "";
}

/** A page that says what is wrong and leaves it at that. */
export function messagePage(title: string, message: string, status: number): Response {
  return renderPage({ title, body: `<p>${escapeHtml(message)}</p>`, status });
}

export function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}

export function textField({
  name,
  label,
  type = "text",
  autocomplete,
  value = "",
  hint,
  minLength,
}: {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
  readonly minLength?: number;
}): string {
  const described = hint ? ` aria-describedby="${name}-hint"` : "";
  const hintText = hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : "";
  const least = minLength ? ` minlength="${minLength}"` : "";
  return `<label for="${name}">${escapeHtml(label)}</label>${hintText}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" required${least}${described}>`;
}
