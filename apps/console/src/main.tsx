import "./styles.css";
import "./shell/theme.ts";
import { language } from "./language/language.ts";
import { loadMessages } from "./language/messages.ts";
import { openEarlyStream } from "./live/early-stream.ts";
import { loadPageAt } from "./page-files.ts";

openEarlyStream();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element for the console.");

document.documentElement.lang = language;
// Modules translate their texts while they load, so the translations come first.
if (language === "de") {
  loadMessages((await import("./language/german-messages.ts")).germanMessages);
}
loadPageAt(window.location.pathname);
const { showApp } = await import("./app.tsx");
await showApp(root);
