import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { toIso } from '../base/clock.ts';
import { catalogueFileOf, damageAdvice, isDamage, noteDamage } from '../base/db/catalogue-file.ts';
import { checkDatabase, restoreAdvice } from '../base/db/check-database.ts';
import type { Finding } from '../base/db/finding.ts';
import { formatUsd } from '../base/money.ts';
import { everyone } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import { type Books, countBooks, proveLedger } from '../billing/check-ledger.ts';
import { createProblems } from '../catalogue/write/problems.ts';
import { createLibraryPlaces } from '../files/library-places.ts';
import { checkLibrary } from '../library/check-library.ts';
import { openObjectCheck } from '../library/check-objects.ts';
import { type CommandTools, defineCommand } from './define-command.ts';
import { requireDatabase } from './require-database.ts';

type Kind = 'database' | 'ledger' | 'library';
type Found = Finding & { readonly kind: Kind };
/** By result; 1 means that the check could not run, as for every command. */
const exitCodes = { sound: 0, brokenData: 2, brokenLibrary: 3 } as const;

const withKind = (kind: Kind, findings: readonly Finding[]): Found[] =>
  findings.map((finding) => ({ kind, ...finding }));

/** Whether the file with accounts and money is readable; a statement may have failed on the other one. */
function isSound(file: string): boolean {
  const db = new Database(file, { readonly: true, timeout: 5000 });
  try {
    return db.pragma('integrity_check', { simple: true }) === 'ok';
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}

/** SQLite's error for an unreadable file, which any statement can throw. */
function toDamage(error: unknown, dataDir: string): Found | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (!isDamage(cause) || !(cause instanceof Error)) return null;
  const file = path.join(dataDir, 'lodestock.db');
  if (!isSound(file))
    return {
      kind: 'database',
      what: `The database file is damaged: ${cause.message}.`,
      advice: restoreAdvice,
    };
  const catalogue = catalogueFileOf(file);
  noteDamage(catalogue);
  return { kind: 'library', what: `${catalogue} is damaged: ${cause.message}.`, advice: damageAdvice };
}

/** Milliseconds; checking a large ledger takes a while. */
const checkPatience = 3_600_000;

function* proveBooks(): Steps<{ books: Books; wrong: Finding[] }> {
  return { books: yield* countBooks(), wrong: yield* proveLedger() };
}

async function examine({ config, clock, openDb, openAccounts }: CommandTools, isDeep: boolean) {
  const db = openDb();
  const store = await openAccounts({ patience: checkPatience });
  const { books, wrong } = await store.transaction(everyone, proveBooks());
  const places = createLibraryPlaces({ db, ...config });
  const objects = config.bucket && (await openObjectCheck(config.bucket));
  const problems = createProblems(db);
  const distrust = (place: string, folder: string) => problems.distrust(place, folder, toIso(clock()));
  const library = await checkLibrary({ db, places, isDeep, objects, distrust }).finally(() =>
    objects?.close(),
  );
  const findings = [
    ...withKind('database', checkDatabase(db)),
    ...withKind('ledger', wrong),
    ...withKind('library', library.findings),
  ];
  return { books, files: library.files, findings };
}

function toExitCode(findings: readonly Found[]): number {
  if (findings.length === 0) return exitCodes.sound;
  const isLibraryAlone = findings.every(({ kind }) => kind === 'library');
  return isLibraryAlone ? exitCodes.brokenLibrary : exitCodes.brokenData;
}

const toLine = ({ what, advice }: Finding) => `${what} ${advice}`;

export const checkData = defineCommand({
  name: 'check',
  summary:
    'Verify that database, ledger, unlocks and library agree. Exits with 0 if they do, 2 if the database, ledger or unlocks are wrong, 3 if only library files are, 1 if it cannot run',
  input: z.object({
    deep: z.boolean().default(false).describe('Also read every file in the library and compare its SHA-256'),
  }),
  async run({ deep }, tools) {
    requireDatabase(tools.config.dataDir);
    tools.note(deep ? 'Reading every file of the library …' : 'Comparing …');
    try {
      const { books, files, findings } = await examine(tools, deep);
      const counts = `${books.accounts} accounts, ${books.ledgerRows} ledger rows, ${books.unlocks} unlocks, ${files} files; balances ${formatUsd(books.balanceCents)}`;
      const end = findings.length === 0 ? 'All is well' : `${findings.length} wrong`;
      return {
        text: [...findings.map(toLine), `${end}: ${counts}.`].join('\n'),
        json: { isSound: findings.length === 0, findings, ...books, files },
        exitCode: toExitCode(findings),
      };
    } catch (error) {
      const damage = toDamage(error, tools.config.dataDir);
      if (damage === null) throw error;
      return {
        text: `${toLine(damage)}\nNothing else could be checked.`,
        json: { isSound: false, findings: [damage] },
        exitCode: toExitCode([damage]),
      };
    }
  },
});
