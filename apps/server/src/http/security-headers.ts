import { createHash } from "node:crypto";
import { LANDING_PAGE_STYLE } from "./landing-page.ts";

const styleHash = createHash("sha256").update(LANDING_PAGE_STYLE).digest("base64");

/** On every response: nothing may be loaded, embedded or cached but what our own page contains. */
export const SECURITY_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};
