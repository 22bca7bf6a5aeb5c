import type { Database } from "@trovella/db";
import { Random } from "@trovella/testing/engine/random";
import { divergencesOf } from "./check.ts";
import { HistoryCounts } from "./counts.ts";
import { LOCAL_CALLER, realClock } from "./drivers.ts";
import { readHistory } from "./log.ts";
import type { History } from "./record.ts";
import { runAgents, type Setting } from "./run.ts";
import { formatHistory, saveHistory } from "./saved-history.ts";

const SHOWN = 20;
const SHOWN_HISTORIES = 3;
const SHOWN_CHARACTERS = 1_500;

/** Runs and checks histories one after the other and collects statistics. */
export class HistoryCampaign {
  readonly counts = new HistoryCounts();
  private failed = 0;
  private readonly database: Database;
  /** A folder for histories that failed. */
  private readonly folder: string | null;

  constructor(database: Database, folder: string | null = null) {
    this.database = database;
    this.folder = folder;
  }

  async run(setting: Setting): Promise<void> {
    const recorded = await runAgents(setting);
    const history = await readHistory(this.database, LOCAL_CALLER.tenant, recorded);
    this.counts.add(history);
    this.report(setting, history, divergencesOf(history));
  }

  private report({ seed, index }: Setting, history: History, divergences: readonly string[]): void {
    if (divergences.length === 0) return;
    this.failed += 1;
    if (this.folder) {
      console.log(`saved as ${saveHistory(this.folder, `${seed}-${index}`, history)}`);
    }
    for (const divergence of divergences) {
      this.counts.divergences += 1;
      if (this.counts.divergences > SHOWN) continue;
      const text = divergence.slice(0, SHOWN_CHARACTERS);
      console.log(`history ${index} (--seed ${seed} --only ${index}): ${text}`);
    }
    if (this.failed <= SHOWN_HISTORIES) console.log(formatHistory(history));
  }
}

/** For servers in separate processes, which use the real clock. */
export function httpSetting({
  seed,
  index,
  lines,
}: Pick<Setting, "seed" | "index" | "lines">): Setting {
  const random = new Random(seed, index, -1);
  const stallThresholdMs = random.pick([60, 120, 240, 1_800_000]);
  return { seed, index, lines, clock: realClock, stallThresholdMs };
}
