import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
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

/** A flood from one caller may not make others wait more than twice as long. */
export async function judgeFairness({ site }: SoakPlace): Promise<Finding> {
  const alone = await measureOthers(site.url);
  const flood = spawn(process.execPath, [path.join(import.meta.dirname, 'flood.ts'), site.url, '64'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(flood.stdout);
  await delay(1000);
  const beside = await measureOthers(site.url);
  const ended = once(flood, 'exit');
  flood.kill('SIGTERM');
  await ended;
  const { answered, refused } = JSON.parse(await said);
  const ratio = beside / alone;
  const show = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return {
    law: 'A flood from one caller delays others at most twofold',
    figures: `p95 ${show(alone)} alone, ${show(beside)} beside 64 connections (${answered} answered, ${refused} refused): ${ratio.toFixed(1)}×`,
    broken: ratio > 2 ? [`Others wait ${ratio.toFixed(1)} times as long.`] : [],
  };
}
