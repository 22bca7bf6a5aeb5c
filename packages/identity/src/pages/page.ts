import { createHash } from "node:crypto";
import { pageResponse } from "../responses.ts";

/** Text made safe for a page, its invisible characters gone: they could make one name look like another. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { width: 100%; max-width: 26rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 1rem; }
p, ul, dl { margin: 0 0 1rem; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.hint { font-size: .875rem; }
input, select, button { font: inherit; width: 100%; padding: .625rem .75rem; border-radius: .5rem;
  border: 1px solid GrayText; background: Field; color: FieldText; }
input, select { margin: 0 0 1rem; }
button { cursor: pointer; margin: 0 0 .75rem; background: CanvasText; color: Canvas; border-color: CanvasText; font-weight: 600; }
button.quiet { background: Canvas; color: CanvasText; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
[role=alert], .notice { border: 1px solid; border-left-width: .375rem; border-radius: .5rem; padding: .625rem .75rem; margin: 0 0 1rem; }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

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
