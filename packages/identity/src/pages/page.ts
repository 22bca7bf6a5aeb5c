import { createHash } from "node:crypto";
import type { Context } from "hono";
import { raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { html, type Markup } from "./html.ts";
import { STYLE, WORDMARK } from "./style.ts";

export interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly status?: ContentfulStatusCode;
  /** Where its form may lead besides this server; browsers apply `form-action` to redirects too. */
  readonly formTarget?: string;
  /** Redirects there by itself. */
  readonly goTo?: string;
}

/** What is wrong with the form that a page shows again. */
export interface Problem {
  readonly problem?: string | null;
  readonly status?: ContentfulStatusCode;
}

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** A page without scripts that cannot be embedded. */
export function renderPage(
  context: Context,
  { title, body, status = 200, formTarget, goTo }: Page,
): Response {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${formTarget ? ` ${formTarget}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return context.body(documentOf({ title, body, goTo }), status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    // With "no-referrer" browsers would send the forms of these pages with the origin "null".
    "referrer-policy": "same-origin",
  });
}

export function messagePage(
  context: Context,
  {
    title,
    message,
    status,
  }: {
    readonly title: string;
    readonly message: string;
    readonly status: ContentfulStatusCode;
  },
): Response {
  return renderPage(context, { title, body: html`<p>${message}</p>`, status });
}

export function notFoundPage(context: Context): Response {
  const message = "There is nothing at this URL.";
  return messagePage(context, { title: "Page not found", message, status: 404 });
}

export function alertBox(message: string | null | undefined): Markup {
  return html`${message && html`<p role="alert">${message}</p>`}`;
}

export function hiddenField(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">`;
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
}): Markup {
  const hintText = hint && html`<p class="hint" id="${name}-hint">${hint}</p>`;
  const described = hint && html` aria-describedby="${name}-hint"`;
  const least = minLength !== undefined && html` minlength="${minLength}"`;
  return html`<label for="${name}">${label}</label>${hintText}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${least}${described}>`;
}

function documentOf({ title, body, goTo }: Pick<Page, "title" | "body" | "goTo">): string {
  const refresh = goTo && html`<meta http-equiv="refresh" content="0;url=${goTo}">`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${refresh}
<title>${title} – Trovella</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${raw(WORDMARK)}
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return page.toString();
}
