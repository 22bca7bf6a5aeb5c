import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "prom-client";

const SECONDS_PER_MICROSECOND = 1e-6;
const SECONDS_PER_NANOSECOND = 1e-9;
const LAG_RESOLUTION_MS = 20;
const LAG_PERCENTILES = [50, 99, 100];

/**
 * Resource usage of this process under the names that dashboards for Node.js expect. prom-client's
 * default metrics are not used: they measure continuously, and their event loop lag has no quantiles.
 */
export function registerProcessMetrics(
  { Counter, Gauge }: typeof import("prom-client"),
  registry: Registry,
): void {
  const registers = [registry];
  new Counter({
    name: "process_cpu_seconds_total",
    help: "CPU time of this process",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) * SECONDS_PER_MICROSECOND);
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of this process",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: "process_start_time_seconds",
    help: "Start of this process in seconds since 1970",
    registers,
  }).set(Date.now() / 1000 - process.uptime());
  new Gauge({
    name: "nodejs_heap_size_used_bytes",
    help: "Used JavaScript heap",
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  registerEventLoopLag(Gauge, registry);
}

/** Monitoring has a price, so it starts with the first scrape; the second one has values. */
function registerEventLoopLag(Gauge: typeof import("prom-client").Gauge, registry: Registry): void {
  let monitor: IntervalHistogram | undefined;
  new Gauge({
    name: "nodejs_eventloop_lag_seconds",
    help: "Event loop lag since the last scrape; quantile 1 is the maximum",
    labelNames: ["quantile"],
    registers: [registry],
    collect() {
      if (!monitor) {
        monitor = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
        monitor.enable();
        return;
      }
      for (const percentile of LAG_PERCENTILES) {
        // The measured delay includes the timer's own interval.
        const seconds =
          monitor.percentile(percentile) * SECONDS_PER_NANOSECOND - LAG_RESOLUTION_MS / 1000;
        this.set({ quantile: String(percentile / 100) }, Math.max(0, seconds));
      }
      monitor.reset();
    },
  });
}
