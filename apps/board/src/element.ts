type Child = Node | string | null;

interface Attributes {
  readonly class?: string;
  readonly id?: string;
  readonly role?: string;
  readonly for?: string;
  readonly type?: string;
  readonly rows?: string;
  readonly maxlength?: string;
  readonly tabindex?: string;
  readonly [aria: `aria-${string}` | `data-${string}`]: string;
}

/** An element with these attributes and children. Texts become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(
  label: string,
  look: string,
  onClick: () => void,
  isDisabled = false,
): HTMLButtonElement {
  const made = element("button", { type: "button", class: `button ${look}` }, label);
  // Not disabled, which would take the focus away; presses meanwhile have no effect.
  if (isDisabled) made.setAttribute("aria-disabled", "true");
  made.addEventListener("click", onClick);
  return made;
}
