import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerChild } from '../helpers/server-child.ts';
import { createHttpClient } from './http-client.ts';
import type { Finding } from './laws.ts';
import { createMeasurements, quantile } from './measurements.ts';
import type { SoakPlace } from './place.ts';

const others = 10;
const rounds = 10;
const seconds = 2;

/** How long each of ten other people who browse waits, in milliseconds, while something lasts. */
async function measureOthers(url: string): Promise<readonly number[]> {
  const measurements = createMeasurements();
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: others }, async (_, index) => {
      const client = createHttpClient(measurements, 20_000 + index);
      for (let turn = 0; performance.now() < until; turn += 1) {
        await client.send({ kind: 'browse', url: `${url}/api-embeddings/browse?offset=${(turn % 8) * 24}` });
        await delay(100);
      }
      client.close();
    }),
  );
  return measurements.samples().map(({ milliseconds }) => milliseconds);
}

/** One caller with 64 connections, who floods the server it is pointed at. */
function startFlood() {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'flood.ts'), '64'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Answers what became of the requests to the server before. */
    async point(url: string): Promise<{ readonly answered: number; readonly refused: number }> {
      child.stdin.write(`${url}\n`);
      const { value = '' } = await lines.next();
      return JSON.parse(value);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * A flood from one caller may not make others wait more than twice as long. The flood itself and a server that answers it
 * need two cores, for which everybody on a small machine waits; so it is compared with a flood of another server, by
 * turns of two seconds, since what else the machine does changes within a minute.
 */
export async function judgeFairness({ site }: SoakPlace): Promise<Finding> {
  const other = await startServerChild('test/bench/bare-server.ts', { args: ['8000'] });
  const flood = startFlood();
  const waits: { readonly elsewhere: number[]; readonly here: number[] } = { elsewhere: [], here: [] };
  const became = { answered: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await flood.point(other.baseUrl);
    await delay(200);
    waits.elsewhere.push(...(await measureOthers(site.url)));
    await flood.point(site.url);
    await delay(200);
    waits.here.push(...(await measureOthers(site.url)));
    const { answered, refused } = await flood.point(other.baseUrl);
    became.answered += answered;
    became.refused += refused;
  }
  await flood.stop();
  await other.stop();
  const [elsewhere, here] = [quantile(waits.elsewhere, 0.95), quantile(waits.here, 0.95)];
  const ratio = here / elsewhere;
  const show = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  const figures = [
    `p95 ${show(elsewhere)} while another server is flooded`,
    `${show(here)} beside 64 connections (${became.answered} answered, ${became.refused} refused): ${ratio.toFixed(1)}×`,
  ];
  return {
    law: 'A flood from one caller delays others at most twofold',
    figures: figures.join(', '),
    broken: ratio > 2 ? [`Others wait ${ratio.toFixed(1)} times as long.`] : [],
  };
}
