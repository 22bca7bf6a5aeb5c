import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/api.ts";
import { ToastProvider } from "./components/toast.tsx";
import { router } from "./router.tsx";
import { preloadPages } from "./url/lazy-page.ts";

export async function showApp(root: HTMLElement): Promise<void> {
  // The frame of index.html stays until the page is there, which is then rendered once.
  await router.load();
  // In slices, so that the first clicks and keys need not wait for all of it.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
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
