let page = "";
let count = 0;

/** The name of the page that is shown. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** How many items the inbox has, which the tab says on every page. */
export function setWaitingCount(waiting: number): void {
  count = waiting;
  show();
}

export function windowTitle(title: string, waiting: number): string {
  const name = title ? `${title} · Trovella` : "Trovella";
  return waiting > 0 ? `(${waiting}) ${name}` : name;
}

function show(): void {
  document.title = windowTitle(page, count);
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = count > 0 ? "/favicon-dot.svg" : "/favicon.svg";
  // Setting it again would load it again.
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
