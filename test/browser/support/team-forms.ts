import type { Page } from "playwright-core";

export const PASSWORD = "correct horse battery staple";

/** Fills the fields of a form by their labels and sends it with the button. */
export async function fillIn(
  page: Page,
  fields: Readonly<Record<string, string>>,
  button: string,
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole("button", { name: button, exact: true }).click();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await fillIn(page, { "E-mail address": email, Password: PASSWORD }, "Sign in");
}

/** Everything to do with the account is behind one button. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("region", { name: "Account" }).waitFor();
}

/** A part of the settings, by its heading. */
export function section(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}
