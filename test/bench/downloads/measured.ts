import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a contender's process reports about its work. */
export type Measured = {
  readonly wall: number;
  readonly cpu: number;
  /** Megabytes above what it held before. */
  readonly grown: number;
  /** The 99th percentile of the event loop's delay, milliseconds. */
  readonly delay: number;
};

const second = 1000;
const megabyte = 1e6;

/** Does the work and prints what it took, in seconds. */
export async function measure(work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  const rss = () => process.memoryUsage.rss();
  const before = rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, rss());
  }, 100);
  const cpu = process.cpuUsage();
  const start = performance.now();
  delay.enable();
  await work();
  delay.disable();
  const wall = (performance.now() - start) / second;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  const measured: Measured = {
    ...{ wall, cpu: (user + system) / 1e6 },
    ...{ grown: (most - before) / megabyte, delay: delay.percentile(99) / 1e6 },
  };
  console.log(JSON.stringify(measured));
}
