import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/api.ts";
import { ToastProvider } from "./components/toast.tsx";
import { router } from "./router.tsx";
import { preloadPages } from "./url/lazy-page.ts";

export function showApp(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  preloadWhenShown();
}

/** The first page comes first, with its data and the first clicks on it. */
const PRELOAD_AFTER_MS = 3_000;

function preloadWhenShown(): void {
  const unsubscribe = router.subscribe("onRendered", () => {
    unsubscribe();
    setTimeout(preloadPages, PRELOAD_AFTER_MS);
  });
}
