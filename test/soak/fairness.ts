import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerChild } from '../helpers/server-child.ts';
import { createHttpClient } from './http-client.ts';
import type { Finding } from './laws.ts';
import { createMeasurements, quantile } from './measurements.ts';
import type { SoakPlace } from './place.ts';

const others = 10;
const seconds = 15;

/** p95 of ten other people who browse, in milliseconds, while something lasts. */
async function measureOthers(url: string): Promise<number> {
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
  return quantile(
    measurements.samples().map(({ milliseconds }) => milliseconds),
    0.95,
  );
}

/** The same while one caller floods a server from 64 connections, and what became of its requests. */
async function measureBeside(url: string, flooded: string) {
  const flood = spawn(process.execPath, [path.join(import.meta.dirname, 'flood.ts'), flooded, '64'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(flood.stdout);
  await delay(1000);
  const p95 = await measureOthers(url);
  const ended = once(flood, 'exit');
  flood.kill('SIGTERM');
  await ended;
  const { answered, refused } = JSON.parse(await said);
  return { p95, answered, refused };
}

/**
 * A flood from one caller may not make others wait more than twice as long. The flood itself and a server that answers it
 * need two cores, for which everybody on a small machine waits; so it is compared with a flood of another server.
 */
export async function judgeFairness({ site }: SoakPlace): Promise<Finding> {
  const other = await startServerChild('test/bench/bare-server.ts', { args: ['8000'] });
  const alone = await measureOthers(site.url);
  const elsewhere = await measureBeside(site.url, other.baseUrl);
  await other.stop();
  const here = await measureBeside(site.url, site.url);
  const ratio = here.p95 / elsewhere.p95;
  const show = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  const figures = [
    `p95 ${show(alone)} alone`,
    `${show(elsewhere.p95)} while another server is flooded`,
    `${show(here.p95)} beside 64 connections (${here.answered} answered, ${here.refused} refused): ${ratio.toFixed(1)}×`,
  ];
  return {
    law: 'A flood from one caller delays others at most twofold',
    figures: figures.join(', '),
    broken: ratio > 2 ? [`Others wait ${ratio.toFixed(1)} times as long.`] : [],
  };
}
