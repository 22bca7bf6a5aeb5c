import type { Context } from "hono";
import { html } from "./html.ts";
import { newPasswordField } from "./new-password-field.ts";
import { alertBox, type Problem, renderPage, textField } from "./page.ts";

export function setupPage(context: Context, { problem, status }: Problem = {}): Response {
  const body = html`${alertBox(problem)}<p>This server has no accounts yet. The first one becomes its owner.</p>
<form method="post" action="/api/auth/setup">
${textField({ name: "code", label: "Setup code", autocomplete: "off", hint: "The server wrote it into its log when it started." })}
${textField({ name: "name", label: "Your name", autocomplete: "name" })}
${textField({ name: "email", label: "E-mail address", type: "email", autocomplete: "username" })}
${newPasswordField()}
${textField({ name: "organization", label: "Name of your organization", autocomplete: "organization" })}
<button>Create the owner</button>
</form>`;
  return renderPage(context, { title: "Set up Trovella", body, status });
}
