import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { runServerCommand } from '../helpers/server-command.ts';
import type { Charge } from './load/download.ts';
import type { SoakPlace, SoakServer } from './place.ts';

/** One law: what was looked at, and every way in which it was broken. */
export type Finding = { readonly law: string; readonly figures: string; readonly broken: readonly string[] };

const Listing = z.object({ results: z.array(z.object({ guid: z.string() })) });

/** Every acknowledged charge is in the ledger, and every unlock is a row of it. Read from a stopped server's database. */
export function judgeMoney(database: string, charges: readonly Charge[]): readonly Finding[] {
  const db = new Database(database, { readonly: true });
  const paid = db
    .prepare<[string, string], number>(
      `SELECT -ledger.amount_cents FROM unlock JOIN ledger ON ledger.id = unlock.ledger_id
       WHERE unlock.account_id = ? AND unlock.guid = ?`,
    )
    .pluck();
  const told = new Map<string, Charge>();
  const twice: string[] = [];
  for (const charge of charges) {
    const key = `${charge.accountId} ${charge.guid}`;
    if (charge.chargedUsd > 0 && (told.get(key)?.chargedUsd ?? 0) > 0)
      twice.push(`${key} was charged twice.`);
    if (charge.chargedUsd > 0 || !told.has(key)) told.set(key, charge);
  }
  const lost = [...told.values()]
    .filter(({ accountId, guid, chargedUsd }) => {
      const cents = paid.get(accountId, guid);
      return cents === undefined || (chargedUsd > 0 && cents !== Math.round(chargedUsd * 100));
    })
    .map(({ accountId, guid }) => `The charge of ${accountId} for ${guid} is not in the ledger.`);
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const rows = count("SELECT count(*) FROM ledger WHERE kind = 'unlock'");
  const unlocks = count('SELECT count(*) FROM unlock');
  db.close();
  const charged = charges.filter(({ chargedUsd }) => chargedUsd > 0).length;
  return [
    {
      law: 'Every acknowledged charge is in the ledger',
      figures: `${charged} charges, ${charges.length - charged} of what was owned`,
      broken: [...lost, ...twice],
    },
    {
      law: 'Ledger and unlocks agree',
      figures: `${rows} rows, ${unlocks} unlocks`,
      broken: rows === unlocks ? [] : [`${rows} ledger rows of unlocks, but ${unlocks} unlocks.`],
    },
  ];
}

async function isFound(site: SoakServer, word: string, guid: string): Promise<boolean> {
  try {
    const response = await fetch(`${site.url}/api-embeddings/?q=${word}`);
    if (!response.ok) return false;
    return Listing.parse(await response.json()).results.some((one) => one.guid === guid);
  } catch {
    return false; // it is asked again
  }
}

/** Milliseconds within which everything that was copied in must be found: a sweep and a sync, on a busy machine. */
const patience = 120_000;

/** Every model of both libraries is found by its own word. */
export async function judgeIndex({ site, host }: SoakPlace): Promise<Finding> {
  const all = [...site.library.models(), ...host.library.models()];
  const start = performance.now();
  let missing = all;
  while (missing.length > 0 && performance.now() - start < patience) {
    const left: typeof all = [];
    for (const model of missing) if (!(await isFound(site, model.word, model.guid))) left.push(model);
    missing = left;
    if (missing.length > 0) await delay(1000);
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  return {
    law: 'Every model is found by search',
    figures: `${all.length - missing.length} of ${all.length} models, after ${seconds} s`,
    broken: missing.slice(0, 10).map(({ guid }) => `${guid} is not found by its word.`),
  };
}

/** `check`, as an admin runs it next to the server or after it. */
export async function judgeCheck(server: SoakServer, name: string): Promise<Finding> {
  const environment = { LODESTOCK_LIBRARY_DIR: server.library.folder, LODESTOCK_LOG_LEVEL: 'warn' };
  const { code, stdout, stderr } = await runServerCommand(['check'], {
    dataDir: server.dataDir,
    main: 'server/main.ts',
    environment,
  });
  const said = stdout.trim().split('\n');
  return {
    law: `check of the ${name} is clean`,
    figures: said.at(-1) ?? '',
    broken: code === 0 ? [] : [...said.slice(0, 10), ...stderr.trim().split('\n').slice(-3)],
  };
}

/** Names of files that are only there while something is being written. */
const passing = /\.(tmp|part|next|partial)$|^tmp-|~$/;

/** No file of the data folder is left over, and no row of the inventory names a file that is not there. */
export function judgeOrphans({ site }: SoakPlace): Finding {
  const files = readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' });
  const left = files.filter((file) => passing.test(path.basename(file)));
  const db = new Database(path.join(site.dataDir, 'catalogue.db'), { readonly: true });
  const orphans = db
    .prepare<[], number>('SELECT count(*) FROM file WHERE model_id NOT IN (SELECT id FROM model)')
    .pluck()
    .get();
  db.close();
  const bytes = files.reduce((sum, file) => sum + (statSync(path.join(site.dataDir, file)).size || 0), 0);
  return {
    law: 'No orphan files',
    figures: `${files.length} files, ${Math.round(bytes / 1e6)} MB in the data folder`,
    broken: [
      ...left.map((file) => `${file} was left over.`),
      ...(orphans === 0 ? [] : [`${orphans} files belong to no model.`]),
    ],
  };
}
