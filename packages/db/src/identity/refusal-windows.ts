const WINDOW_MS = 60_000;
/** Rows of a window for one organization; further refusals are counted in one row for each kind. */
const MAX_ROWS = 50;

interface Refusal {
  readonly kind: string;
  readonly organizationId: string;
}

interface Counted<T> {
  readonly event: T;
  suppressed: number;
}

/**
 * Bounds the rows that a stranger can cause. The first refusal of a key in a minute is written at once, and those that
 * follow are counted and written as one row when the minute ends.
 */
export class RefusalWindows<T extends Refusal> {
  private entries = new Map<string, Counted<T>>();
  private rows = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private readonly write: (event: T, count: number) => Promise<void>;

  constructor(write: (event: T, count: number) => Promise<void>) {
    this.write = write;
  }

  /** `summary` is the event without what tells one attempt from another. */
  async add(key: string, event: T, summary: T): Promise<void> {
    this.timer ??= setTimeout(() => void this.flush(), WINDOW_MS).unref();
    const known = this.entries.get(key);
    if (known) {
      known.suppressed += 1;
      return;
    }
    const { organizationId, kind } = event;
    const rows = this.rows.get(organizationId) ?? 0;
    if (rows >= MAX_ROWS) {
      const overflow = JSON.stringify([organizationId, kind]);
      const entry = this.entries.get(overflow) ?? { event: summary, suppressed: 0 };
      entry.suppressed += 1;
      this.entries.set(overflow, entry);
      return;
    }
    this.rows.set(organizationId, rows + 1);
    this.entries.set(key, { event, suppressed: 0 });
    await this.write(event, 1);
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { entries } = this;
    this.entries = new Map();
    this.rows = new Map();
    for (const { event, suppressed } of entries.values()) {
      if (suppressed > 0) await this.write(event, suppressed);
    }
  }
}
