import type { ComponentProps } from "react";

interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: "primary" | "danger" | "plain" | "quiet";
}

const LOOKS = {
  primary: "border-transparent bg-accent text-on-accent hover:opacity-90",
  danger: "border-transparent bg-bad text-on-bad hover:opacity-90",
  plain: "border-line bg-card text-text hover:bg-hover",
  quiet: "border-transparent text-soft hover:bg-hover hover:text-text",
};

export function Button({ kind = "plain", className = "", type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md border px-2.5 py-1 font-medium text-sm disabled:opacity-60 ${LOOKS[kind]} ${className}`}
      {...rest}
    />
  );
}
