import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** The link that opens a row of a table; all of the row can be clicked. */
export const RowLink = createLink((props: ComponentProps<"a">) => (
  <a
    {...props}
    data-row-link=""
    className="font-medium after:absolute after:inset-0 hover:underline"
  />
));
