import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** The link of a table row; it covers the whole row. */
export const RowLink = createLink((props: ComponentProps<"a">) => (
  <a
    {...props}
    data-row-link=""
    className="font-medium after:absolute after:inset-0 hover:underline"
  />
));
