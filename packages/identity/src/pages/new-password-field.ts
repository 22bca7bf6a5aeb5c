import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../membership/passwords.ts";
import type { Markup } from "./html.ts";
import { textField } from "./page.ts";

export function newPasswordField(): Markup {
  return textField({
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters; a few words make a good one.`,
    minLength: MIN_PASSWORD_LENGTH,
  });
}
