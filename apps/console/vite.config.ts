import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const SOURCES = /console.src./;
const APP = fileURLToPath(new URL("src/app.tsx", import.meta.url));
const START =
  /vite.preload-helper|rolldown.runtime|console.src.(page-files|language.(language|messages)|shell.theme|api.browser-storage|components.create-store|live.early-stream)\.ts/;
const LISTS =
  /console.src.components.(?!.*german)(lists.(?!short-time)|(data-table|paged-table|filter-bar|choice|row-link|show-more)\.)/;
/** Of the pages of plans, reviews and claims, which share them. */
const PLAN_PARTS =
  /console.src.pages.(?!.*german)(plan.(budget.|plan-detail|actions.use-|editing.step-form|step.use-whole-text|result.key-findings)|inbox.pin-dialog|claims.claim-(words|badges)|runs.metadata)/;
const VENDOR =
  /node_modules.(react|react-dom|scheduler|use-sync-external-store|@trpc|@tanstack.(history|(react-)?(query|router|store)(-core)?))[\\/]/;

export default defineConfig({
  plugins: [react(), tailwind(), preloadApp(), compressFiles()],
  build: {
    // The policy allows images as data, but nothing else: every other asset stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A test reads it to add up what the first page loads.
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Without groups, what pages share with the app becomes fifty small files.
        codeSplitting: {
          groups: [
            // Loaded before the translations, so nothing in it may have texts.
            { name: "start", test: START, priority: 3 },
            { name: "vendor", test: VENDOR, priority: 2 },
            // The frame and Home: what every page has, and nothing else.
            { name: appModules(), test: SOURCES, priority: 1 },
            { name: "lists", test: LISTS },
            {
              name: "parts",
              test: /console.src.(components|format|url|api).(?!.*german|markdown.|.*virtual-rows|spacer-row)/,
            },
            { name: "plan-parts", test: PLAN_PARTS },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:4737",
      "/healthz": "http://127.0.0.1:4737",
      "/version": "http://127.0.0.1:4737",
    },
  },
});

/** The entry imports the app after the translations; without this the browser would learn of its files late. */
function preloadApp(): Plugin {
  return {
    name: "preload-app",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId === APP);
        const files = new Set(app ? [app.fileName] : []);
        for (const file of files) {
          const imports = chunks.find(({ fileName }) => fileName === file)?.imports ?? [];
          for (const other of imports) files.add(other);
        }
        return [...files].map((file) => ({
          tag: "link",
          // After the style sheet, which shows the frame.
          attrs: {
            rel: "modulepreload",
            crossorigin: true,
            fetchpriority: "low",
            href: `/${file}`,
          },
        }));
      },
    },
  };
}

/** Brotli at its best is a seventh smaller than gzip, but too slow for a server to do while somebody waits. */
function compressFiles(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: "compress-files",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(dir, name);
          await writeFile(`${file}.br`, await compress(await readFile(file)));
        }),
      );
    },
  };
}

type GroupName = (id: string, context: Modules) => string | null;
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Names the chunk of the modules that the app imports statically. */
function appModules(): GroupName {
  let reached: ReadonlySet<string> | null = null;
  return (id, modules) => {
    reached ??= reachedFrom(APP, modules);
    return reached.has(id) ? "app" : null;
  };
}

function reachedFrom(first: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([first]);
  // A set takes in what is added while it is walked through.
  for (const id of reached) {
    const imported = modules.getModuleInfo(id)?.importedIds ?? [];
    for (const other of imported) if (SOURCES.test(other)) reached.add(other);
  }
  return reached;
}
