import "./styles.css";
import "./shell/theme.ts";
import { language } from "./language/language.ts";
import { loadMessages } from "./language/messages.ts";
import { openEarlyStream } from "./live/early-stream.ts";

openEarlyStream();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element for the console.");

document.documentElement.lang = language;
// Modules translate their texts while they load, so the translations come first.
if (language === "de") {
  loadMessages((await import("./language/german-messages.ts")).germanMessages);
}
const { showApp } = await import("./app.tsx");
showApp(root);
