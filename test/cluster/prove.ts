import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { findPostgres } from '../setup/find-postgres.ts';
import { startCluster } from '../setup/start-postgres.ts';
import { askDirect } from './ask.ts';
import { makePeople } from './people.ts';
import { count, inMilliseconds, median, noneWrong, type Row, withPlace } from './proof-rows.ts';
import { proveAway } from './proofs/away.ts';
import { proveChange } from './proofs/changes.ts';
import { proveCharges } from './proofs/charges.ts';
import { proveKills } from './proofs/kills.ts';
import { proveDirectLimit, proveWrongPasswords } from './proofs/limits.ts';
import { proveOwned } from './proofs/owned.ts';
import { provePaging } from './proofs/paging.ts';
import { proveRevoked } from './proofs/revoked.ts';
import { proveUpgrade } from './proofs/upgrade.ts';
import { bucket, swift } from './prove-bucket.ts';

type Proof = { readonly name: string; readonly run: (options: Options) => Promise<readonly Row[]> };
type Options = { readonly from: string | null };

const root = path.resolve(import.meta.dirname, '../..');
const unlimited = { LODESTOCK_TEST_TUNING: JSON.stringify({ directLimit: { max: 1e9, window: 1 } }) };
async function charges(): Promise<readonly Row[]> {
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL is not installed.');
  const postgres = await startCluster(bin, { isDurable: true });
  try {
    const ways = await proveCharges({ postgres }, 5, 3);
    const show = (way: keyof typeof ways) => {
      const runs = ways[way];
      return `${count(median(runs.map((one) => one.perSecond)))}/s, p99 ${inMilliseconds(median(runs.map((one) => one.p99)))}, ${count(median(runs.map((one) => one.cpuMicroseconds)))} µs CPU`;
    };
    const ratio = (
      one: keyof typeof ways,
      other: keyof typeof ways,
      of: (run: (typeof ways)['shared'][number]) => number,
    ) => median(ways[one].map((run, index) => of(run) / of(ways[other][index] ?? run)));
    const toSqlite = ratio('shared', 'sqlite', ({ perSecond }) => perSecond);
    const toSingle = ratio('shared', 'single', ({ perSecond }) => perSecond);
    return [
      {
        what: `Charges, 3 processes × 64 in flight: ${show('shared')}; one process on SQLite: ${show('sqlite')}`,
        ...{ goal: '≥ 0.6×', seen: `${toSqlite.toFixed(2)}×`, isMet: toSqlite >= 0.6 },
      },
      {
        what: `The same beside a statement for each charge, 48 connections: ${show('single')}`,
        ...{ goal: '≥ 2×', seen: `${toSingle.toFixed(2)}×`, isMet: toSingle >= 2 },
      },
      {
        what: 'One charge at a time, p50: PostgreSQL beside SQLite',
        goal: 'seen',
        seen: `${median(ways.aloneShared.map(({ p50 }) => p50)).toFixed(2)} and ${median(ways.aloneSqlite.map(({ p50 }) => p50)).toFixed(2)} ms`,
        isMet: true,
      },
    ];
  } finally {
    await postgres.remove();
  }
}

const owned = () =>
  withPlace({ models: 20, environment: unlimited }, async (place, { a: [guid = ''] }) => {
    const [person] = await makePeople(place.accounts, 1);
    if (person === undefined) throw new Error('There is nobody.');
    const { shared, alone, asked, seconds, requests } = await proveOwned(place, person, guid, {
      rounds: 5,
      requests: 4000,
    });
    const ratio = median(shared) / median(alone);
    // A sign of life every second, and what a token's use is noted by, are no statements of a request.
    const perRequest = Math.max(0, asked - seconds * 2) / requests;
    return [
      {
        what: `Download of an owned model: ${count(median(shared))} µs CPU at a site with shared accounts, ${count(median(alone))} at one with its own`,
        ...{ goal: '≤ 1.2×', seen: `${ratio.toFixed(2)}×`, isMet: ratio <= 1.2 },
      },
      {
        what: `What was sent to PostgreSQL during ${count(requests)} of them, in ${seconds.toFixed(1)} s`,
        ...{ goal: 'no statement per request', seen: `${asked} times`, isMet: perRequest < 0.001 },
      },
    ];
  });

const kills = () =>
  withPlace({ models: 200, environment: unlimited }, async (place, { a, b }) => {
    const people = await makePeople(place.accounts, 300);
    const guids = [...a, ...b];
    const {
      charged,
      owned: again,
      refused,
      cut,
      wrong,
    } = await proveKills(place, {
      ...{ people, guids, seed: 1, kills: 100, crashes: 10, clients: 192 },
    });
    const checked = execFileSync(process.execPath, [path.join(root, 'dist/server/main.js'), 'check'], {
      env: { ...process.env, ...place.siteEnvironment },
    }).toString();
    return [
      {
        what: `100 kill -9 of sites and 10 of PostgreSQL, 192 clients: ${count(charged)} charges, ${count(again)} told to be owned, ${count(refused)} refused, ${count(cut)} without an answer; check: ${checked.trim().split('\n').at(-1)}`,
        ...{ goal: 'none lost, none double, books clean', seen: noneWrong(wrong), isMet: wrong.length === 0 },
      },
    ];
  });

const away = () =>
  withPlace({ models: 60 }, async (place, { a, b }) => {
    const people = await makePeople(place.accounts, 12);
    const rows: Row[] = [];
    for (const [fault, guids] of [
      ['cut', a],
      ['silence', b],
    ] as const) {
      const seen = await proveAway(place, { fault, seconds: 60, people, guids, urls: [place.url] });
      const { answered, wrong, charges: refusals, slowestRefusal, chargedAfter } = seen;
      rows.push({
        what: `PostgreSQL away for 60 s (${fault}): ${count(answered)} answers to browsing, searching, owned and free downloads; ${refusals} charges refused`,
        goal: 'no failure, refused ≤ 3 s, charging again ≤ 2 s',
        seen: `${noneWrong(wrong)}, refused ≤ ${inMilliseconds(slowestRefusal)}, charging after ${inMilliseconds(chargedAfter)}`,
        isMet: wrong.length === 0 && slowestRefusal <= 3000 && chargedAfter <= 2000,
      });
    }
    return rows;
  });

const exact = () =>
  withPlace({ models: 20 }, async (place, { a: [guid = ''] }, write) => {
    const people = await makePeople(place.accounts, 70);
    const [first, second, ...others] = people;
    if (first === undefined || second === undefined) throw new Error('There is nobody.');
    const { pages, wrong } = await provePaging(place, 40);
    await askDirect(place.url, first.tokens[1] ?? '', guid);
    const direct = await proveDirectLimit(place, first, guid);
    const places = [...place.sites.map(({ url }) => url), place.url];
    const passwords = await proveWrongPasswords(place, second, places);
    const times: number[] = [];
    for (const person of others.slice(0, 60)) times.push(await proveRevoked(place, person));
    const swallowed: number[] = [];
    for (const person of others.slice(60, 65))
      swallowed.push(await proveRevoked(place, person, { isSwallowed: true }));
    const changed: number[] = [];
    for (let index = 0; index < 20; index += 1)
      changed.push(await proveChange(place, { write, word: `zebra${index}` }));
    const row = (what: string, goal: string, values: readonly number[], most: number): Row => ({
      what,
      goal,
      seen: `median ${inMilliseconds(median(values))}, slowest ${inMilliseconds(Math.max(...values))}`,
      isMet: Math.max(...values) <= most,
    });
    return [
      {
        what: `${pages} pages, each from the next site and compared with the other two`,
        ...{
          goal: 'the same bytes and ETags; none lost, none twice',
          seen: noneWrong(wrong),
          isMet: wrong.length === 0,
        },
      },
      {
        what: 'Downloads with one token, 1,200 in whatever header lines, through HAProxy',
        ...{ goal: 'exactly 600', seen: JSON.stringify(direct), isMet: direct[200] === 600 },
      },
      {
        what: 'Wrong passwords of one account, 40 at three sites and through HAProxy',
        ...{ goal: 'exactly 10', seen: JSON.stringify(passwords), isMet: passwords[401] === 10 },
      },
      row('A revoked token is refused at all sites, 60 times', '≤ 1 s', times, 1000),
      row('The same while notices are swallowed, 5 times', '≤ 5 s', swallowed, 5000),
      row('A new model in the feed of its host is found at all sites, 20 times', '≤ 1 s', changed, 1000),
    ];
  });

/** A checkout of another commit that can be run. */
function checkOut(revision: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-earlier-'));
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return { file: path.join(folder, 'server/main.ts'), remove: () => rmSync(folder, { recursive: true }) };
}

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root }).toString().trim();

async function upgrade({ from }: Options): Promise<readonly Row[]> {
  const tags = git('tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n').filter(Boolean);
  const revision = from ?? tags[0] ?? 'HEAD~1';
  const earlier = checkOut(revision);
  try {
    return await withPlace(
      { models: 40, environment: unlimited, serverFile: earlier.file },
      async (place, { a, b }) => {
        const people = await makePeople(place.accounts, 16);
        for (const {
          tokens: [token = ''],
        } of people)
          await askDirect(place.url, token, a[0] ?? '');
        const seen = await proveUpgrade(place, { people, guids: [...a, ...b], requests: 10_000 });
        const { answered, slowest, wrong } = seen;
        return [
          {
            what: `Site after site from ${git('rev-parse', '--short', revision)} to this version behind HAProxy: ${count(answered)} requests, the slowest ${inMilliseconds(slowest)}`,
            ...{ goal: '0 fail', seen: noneWrong(wrong), isMet: wrong.length === 0 },
          },
        ];
      },
    );
  } finally {
    earlier.remove();
  }
}

const proofs: readonly Proof[] = [
  { name: 'charges', run: charges },
  { name: 'owned', run: owned },
  { name: 'exact', run: exact },
  { name: 'away', run: away },
  { name: 'upgrade', run: upgrade },
  { name: 'kills', run: kills },
  { name: 'bucket', run: bucket },
  { name: 'swift', run: swift },
];

/** Runs the proofs that are wanted, or all, and prints what was seen of each; whether every goal is met. */
export async function proveAll({ only, from }: Options & { readonly only: readonly string[] | null }) {
  const rows: Row[] = [];
  for (const { name, run } of proofs) {
    if (only !== null && !only.includes(name)) continue;
    for (const row of await run({ from })) {
      console.log(`${row.isMet ? 'met   ' : 'MISSED'} ${row.what}: ${row.seen} (goal: ${row.goal})`);
      rows.push(row);
    }
  }
  console.log(
    `\n${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, Node ${process.version}\n`,
  );
  console.log('| What | Goal | Seen |\n|---|---|---|');
  for (const { what, goal, seen } of rows) console.log(`| ${what} | ${goal} | ${seen} |`);
  return rows.every(({ isMet }) => isMet);
}
