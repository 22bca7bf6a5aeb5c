import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    // The policy allows images as data, but nothing else: every other asset stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A test reads it to add up what the first page loads.
    manifest: true,
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:4737",
      "/healthz": "http://127.0.0.1:4737",
      "/version": "http://127.0.0.1:4737",
    },
  },
});
