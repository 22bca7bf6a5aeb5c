import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export const TextLink = createLink((props: ComponentProps<"a">) => (
  <a {...props} className={`font-medium text-accent underline ${props.className ?? ""}`} />
));
