import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const START =
  /vite.preload-helper|console.src.(language.(language|messages)|shell.theme|api.browser-storage|components.create-store|live.early-stream)\.ts/;

export default defineConfig({
  plugins: [react(), tailwind(), preloadApp()],
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
            { name: "start", test: START, priority: 1 },
            { name: "vendor", test: /node_modules.(react|react-dom|scheduler|@tanstack|@trpc)/ },
            {
              name: "app",
              test: /console.src.(?!pages|main|styles|.*german|shell.command-palette|components.markdown.)/,
            },
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
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/src/app.tsx"));
        const files = app ? [app.fileName, ...app.imports] : [];
        return files.map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
        }));
      },
    },
  };
}
