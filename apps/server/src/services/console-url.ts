import type { Config } from "../config.ts";

export function consoleUrl({ TROVELLA_PUBLIC_URL, HOST, PORT }: Config): string {
  if (TROVELLA_PUBLIC_URL) return TROVELLA_PUBLIC_URL.replace(/\/+$/, "");
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[HOST] ?? HOST;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${PORT}`;
}
