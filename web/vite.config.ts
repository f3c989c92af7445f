import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Styles and pictures stay files of their own: the content security policy allows nothing inline.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:7878",
      "/socket": { target: "ws://127.0.0.1:7878", ws: true },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
