import os from 'node:os';
import path from 'node:path';
import { createRandom } from '../bench/catalogue/random.ts';
import { soakEdits } from './edits/soak-edits.ts';
import { judgeFairness } from './fairness.ts';
import { listFaults, throwFaults } from './faults.ts';
import { type Finding, judgeCheck, judgeIndex, judgeMoney, judgeOrphans } from './laws.ts';
import { makePeople, startLoad } from './load/start-load.ts';
import { createMeasurements, type Measurements, quantile } from './measurements.ts';
import { watchMemory } from './memory.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { makePlace } from './place.ts';

/**
 * A site and a file host under a mixed load for minutes or hours, with faults thrown in by a seed. Ends with a table, and
 * with 1 when a law was broken.
 */

function judgeAnswers(measurements: Measurements): Finding {
  const unannounced = measurements.unannounced();
  const kinds = Map.groupBy(unannounced, (sample) => {
    const during = measurements.during(sample);
    const what = sample.what.replaceAll(/"requestId":"[^"]*"|[0-9a-f-]{36}|\d{4,}/g, '…').slice(0, 140);
    return `${sample.kind}: ${sample.outcome}, ${what} (${during.length > 0 ? `during ${during.join(', ')}` : 'without a fault'})`;
  });
  const announced = measurements.samples().filter(({ outcome }) => outcome === 'announced').length;
  const broken = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  return {
    law: 'Every failure is announced (429, 502, 503, 507)',
    figures: `${measurements.samples().length} requests, ${announced} announced, ${unannounced.length} not`,
    broken: broken.slice(0, 12).map(([what, samples]) => `${samples.length}× ${what}`),
  };
}

function renderLatencies(measurements: Measurements): string {
  const fine = measurements.samples().filter(({ outcome }) => outcome === 'fine');
  const rows = [...Map.groupBy(fine, ({ kind }) => kind)].map(([kind, samples]) => {
    const times = samples.map(({ milliseconds }) => milliseconds);
    const show = (share: number) => quantile(times, share).toFixed(0);
    return `| ${kind} | ${samples.length} | ${show(0.5)} | ${show(0.95)} | ${show(0.99)} |`;
  });
  return ['| Request | Answers | p50 ms | p95 ms | p99 ms |', '|---|---|---|---|---|', ...rows.sort()].join(
    '\n',
  );
}

const renderLaws = (findings: readonly Finding[]) =>
  [
    '| Law | Held | Figures |',
    '|---|---|---|',
    ...findings.map(
      ({ law, figures, broken }) => `| ${law} | ${broken.length === 0 ? 'yes' : '**no**'} | ${figures} |`,
    ),
  ].join('\n');

async function soak({ minutes, seed, scale, models }: SoakOptions): Promise<readonly Finding[]> {
  const place = await makePlace({ models });
  const measurements = createMeasurements();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void place.destroy().finally(() => process.exit(130)));
  try {
    await place.host.start();
    await place.site.start();
    const people = await makePeople({ place, scale });
    const before = await judgeIndex(place);
    if (before.broken.length > 0) throw new Error(`The libraries were not read: ${before.broken.join(' ')}`);
    const memory = watchMemory(place.site, place.heap);
    const random = createRandom(seed);
    const faults = listFaults({ place, measurements, random });
    const load = startLoad({ place, measurements, seed, scale }, people);
    console.error(`${load.clients} clients for ${minutes} minutes, seed ${seed}`);
    const counts = await throwFaults({ faults, random, milliseconds: minutes * 60_000 });
    const flat = memory.judge();
    await load.stop();

    const index = await judgeIndex(place);
    const fair = await judgeFairness(place);
    await place.site.stop('SIGTERM');
    await place.host.stop('SIGTERM');
    const findings = [
      ...judgeMoney(path.join(place.site.dataDir, 'lodestock.db'), load.charges),
      await judgeCheck(place.site, 'site'),
      await judgeCheck(place.host, 'file host'),
      judgeOrphans(place),
      index,
      judgeAnswers(measurements),
      flat,
      fair,
    ];
    const machine = `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, Node ${process.version}`;
    const thrown = [...counts].map(([name, count]) => `${count}× ${name}`).join(', ');
    console.log(
      `Machine: ${machine}. ${minutes} minutes, seed ${seed}, ${load.clients} clients, ${models} models in each library at the start.\n`,
    );
    console.log(`Faults: ${thrown}.`);
    for (const { name, absent } of faults) if (absent !== null) console.log(`Left out: ${name}, ${absent}.`);
    console.log(`\n${renderLaws(findings)}\n\n${renderLatencies(measurements)}`);
    return findings;
  } finally {
    await place.destroy();
  }
}

const options = readOptions(process.argv.slice(2));
const edited = await soakEdits({
  ...{ seed: options.seed, seconds: options.minutes * 12, files: 300, hasFaults: true },
  clients: Math.max(4, Math.round(20 * options.scale)),
});
console.log(`${renderLaws(edited)}\n`);
const findings = options.editsOnly ? edited : [...edited, ...(await soak(options))];
for (const { law, broken } of findings) for (const one of broken) console.log(`\nBroken: ${law}. ${one}`);
process.exit(findings.some(({ broken }) => broken.length > 0) ? 1 : 0);
