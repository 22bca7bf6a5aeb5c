import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Disk {
  readonly folder: string;
  /** Leaves no byte free until `free` is called. */
  fill(): void;
  free(): void;
  /** As the kernel does after an error of the device: every write fails from now on. */
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): void;
}

/** A small ext4 file system of its own, in a file; needs root. */
export function makeDisk(megabytes: number): Disk {
  const place = mkdtempSync(path.join(tmpdir(), "trovella-disk-"));
  const image = path.join(place, "image");
  const folder = path.join(place, "disk");
  const ballast = path.join(folder, "ballast");
  closeSync(openSync(image, "w"));
  truncateSync(image, megabytes * 1_000_000);
  execFileSync("mkfs.ext4", ["-q", "-m", "0", image]);
  mkdirSync(folder);
  const mount = () => execFileSync("mount", ["-o", "loop,errors=remount-ro", image, folder]);
  mount();
  // PostgreSQL runs as another user.
  execFileSync("chmod", ["755", place]);
  return {
    folder,
    fill: () => fillDisk(folder, ballast),
    free: () => rmSync(ballast),
    makeReadOnly: () => execFileSync("mount", ["-o", "remount,abort", folder]),
    makeWritable() {
      // An aborted journal is replayed by the next mount.
      execFileSync("umount", [folder]);
      mount();
    },
    remove() {
      execFileSync("umount", ["-l", folder]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

function fillDisk(folder: string, ballast: string): void {
  const descriptor = openSync(ballast, "w");
  for (const size of [1_000_000, 4096]) {
    const block = Buffer.alloc(size, 1);
    try {
      while (statfsSync(folder).bavail > 0) writeSync(descriptor, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(descriptor);
}
