import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Family, Labels } from "./exposition.ts";

const MICROSECONDS = 1e-6;
const NANOSECONDS = 1e-9;
const LAG_RESOLUTION_MS = 20;
const LAG_QUANTILES = [50, 99, 100];

/** What this process uses, under the names that dashboards for Node.js know. */
export class ProcessMetrics {
  private readonly startedAtSeconds = Date.now() / 1000 - process.uptime();
  /** Watching has a price, so it begins when somebody first looks. */
  private lag: IntervalHistogram | undefined;

  get families(): Family[] {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    return [
      family("process_cpu_seconds_total", "counter", "Processor time of this process", [
        { value: (user + system) * MICROSECONDS },
      ]),
      family("process_resident_memory_bytes", "gauge", "Memory this process holds", [
        { value: rss },
      ]),
      family("process_start_time_seconds", "gauge", "When this process started, since 1970", [
        { value: this.startedAtSeconds },
      ]),
      family("nodejs_heap_size_used_bytes", "gauge", "Of it, what JavaScript objects take", [
        { value: heapUsed },
      ]),
      family(
        "nodejs_eventloop_lag_seconds",
        "gauge",
        "How late timers came since this was last read; quantile 1 is the worst",
        this.lagSamples(),
      ),
    ];
  }

  private lagSamples() {
    const lag = this.lag;
    if (!lag) {
      this.lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
      this.lag.enable();
      return [];
    }
    const samples = LAG_QUANTILES.map((percent) => ({
      labels: { quantile: String(percent / 100) },
      // What is measured includes the interval itself.
      value: Math.max(0, lag.percentile(percent) * NANOSECONDS - LAG_RESOLUTION_MS / 1000),
    }));
    lag.reset();
    return samples;
  }
}

function family(
  name: string,
  type: Family["type"],
  help: string,
  samples: readonly { readonly labels?: Labels; readonly value: number }[],
): Family {
  return { name, type, help, samples };
}
