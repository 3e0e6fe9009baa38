import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 50;
const pageLength = 24;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function summarise(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = quantile(sorted, 0.95);
  const shown = [quantile(sorted, 0.5), p95, quantile(sorted, 1)].map((time) => time.toFixed(1));
  return { p95, told: `p50 ${shown[0]} ms, p95 ${shown[1]} ms, most ${shown[2]} ms of ${sorted.length}` };
}

const patienceMs = 60_000;

function fetchPage(url: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, timeout: patienceMs }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.once('timeout', () => request.destroy(new Error(`${url} did not answer`))).once('error', reject);
  });
}

/**
 * Asks for a page of the listing that nobody has asked for, twenty times a second and without waiting for the last answer, as
 * many people would; how long the answers take.
 */
export function askForListings(baseUrl: string, modelCount: number) {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  const agent = new http.Agent({ keepAlive: true });
  let asked = 0;
  async function ask(): Promise<void> {
    asked += 1;
    const start = performance.now();
    const offset = (asked * pageLength) % Math.max(pageLength, modelCount - pageLength);
    await fetchPage(`${baseUrl}/api-embeddings/browse?offset=${offset}&triMin=-${asked}`, agent);
    times.push(performance.now() - start);
  }
  const timer = setInterval(() => {
    const asking = ask().finally(() => open.delete(asking));
    open.add(asking);
  }, everyMs);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(open);
    agent.destroy();
    return summarise(times);
  };
  return {
    stop,
    async during(milliseconds: number) {
      await delay(milliseconds);
      return stop();
    },
  };
}
