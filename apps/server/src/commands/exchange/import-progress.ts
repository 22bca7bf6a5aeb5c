import type { ImportProgress } from "@trovella/research";

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** One line that changes on a terminal; elsewhere a line for each tenth of many files. */
export function importProgress(terminal: Terminal): {
  show(progress: ImportProgress): void;
  end(): void;
} {
  let tenth = 0;
  let isOpen = false;
  return {
    show({ done, total }) {
      if (terminal.isTTY) {
        terminal.write(`\r${done} of ${total} files`);
        isOpen = true;
      } else if (total >= 100 && Math.floor((10 * done) / total) > tenth) {
        tenth = Math.floor((10 * done) / total);
        terminal.write(`${done} of ${total} files\n`);
      }
    },
    end() {
      if (isOpen) terminal.write("\n");
    },
  };
}
