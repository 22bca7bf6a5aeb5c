import type { RouteContext } from "../routes/route-context.ts";
import { html } from "./html.ts";
import { alertBox, hiddenField, type Problem, renderPage, textField } from "./page.ts";

export function signInPage(
  context: RouteContext,
  {
    returnTo,
    email = "",
    problem,
    status,
  }: Problem & { readonly returnTo: string; readonly email?: string },
): Response {
  const provider = html`<form method="post" action="/api/auth/oidc">
${hiddenField("return_to", returnTo)}
<button class="quiet">Sign in with your organization</button>
</form>`;
  const body = html`${alertBox(problem)}<form method="post" action="/api/auth/sign-in">
${hiddenField("return_to", returnTo)}
${textField({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", value: email })}
${textField({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
<button>Sign in</button>
</form>
${context.var.settings.oidc && provider}
<details><summary>Forgot your password?</summary>
<p class="soft">The operator of this server sets a new one with <code>trovella user reset-password</code>. If you do not know who that is, ask an owner of your organization.</p>
</details>`;
  return renderPage(context, { title: "Sign in", body, status });
}

/** Leads to the provider by a refresh: a redirected form would need the provider in `form-action`. */
export function departurePage(context: RouteContext, url: string): Response {
  const body = html`<p><a href="${url}">Continue to sign in</a></p>`;
  return renderPage(context, { title: "One moment", body, goTo: url });
}
