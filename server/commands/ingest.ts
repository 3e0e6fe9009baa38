import path from 'node:path';
import { z } from 'zod';
import { openBucketLibrary } from '../base/bucket/open-bucket-library.ts';
import type { Db } from '../base/db/open-database.ts';
import { createProblems, type Problem } from '../catalogue/write/problems.ts';
import { openCrashMarks } from '../inspect/crash-marks.ts';
import { openReviewMode } from '../library/corrections/review-mode.ts';
import { type Preview, previewLibrary } from '../library/preview-library.ts';
import { createLibraryPool } from '../library/scan/library-pool.ts';
import { scanLibrary } from '../library/scan/scan-library.ts';
import { type CommandAnswer, type CommandTools, defineCommand } from './define-command.ts';

const noteEvery = 5000;

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

type Scanning = Omit<Parameters<typeof previewLibrary>[0], 'correctionsFrom'>;

const writeProblems = (problems: readonly Problem[], libraryDir: string) =>
  problems.map(({ path: where, kind, reason }) => `${where || libraryDir} (${kind}): ${reason}`);

/** A tree of folders and their models, as text lines. */
function writeTree({ models }: Preview): string[] {
  const lines: string[] = [];
  let last: string | null = null;
  for (const { title, category, license, folder, lods, formats, scenes } of models) {
    if (folder !== last) lines.push(`${folder}/`);
    last = folder;
    const names = scenes.map((scene) => path.posix.relative(`/${folder}`, `/${scene}`));
    const facts = [category, license, lods.join(', '), formats.join(', ')];
    lines.push(`  ${title} (${facts.join('; ')}): ${names.join(', ')}`);
  }
  return lines;
}

async function preview(scanning: Scanning, correctionsFrom: string): Promise<CommandAnswer> {
  const { libraryDir } = scanning;
  const found = await previewLibrary({ ...scanning, correctionsFrom });
  const { models, problems, totals } = found;
  const { folders, leftOut } = totals;
  const counts = `${count(models.length, 'model')} in ${count(folders, 'folder')}; ${count(leftOut, 'file')} left out`;
  const summary = problems.length > 0 ? `${counts}:` : counts;
  const lines = [...writeTree(found), summary, ...writeProblems(problems, libraryDir)];
  const json = { models: models.length, folders, leftOut, tree: models, problems };
  return { text: lines.join('\n'), json, exitCode: problems.length > 0 ? 1 : 0 };
}

async function ingest(scanning: Scanning, db: Db, isReviewing: boolean | null): Promise<CommandAnswer> {
  const { libraryDir } = scanning;
  const result = await scanLibrary({ ...scanning, db, review: openReviewMode(db, isReviewing).isOn() });
  const problems = createProblems(db).list();
  const counts = `${result.models} models, ${result.changed} changed, ${result.removed} removed, ${problems.length} problems`;
  return {
    text: [...writeProblems(problems, libraryDir), counts].join('\n'),
    json: { ...result, problems },
    exitCode: problems.length > 0 ? 1 : 0,
  };
}

function createProgressNote({ clock, note }: Pick<CommandTools, 'clock' | 'note'>) {
  let notedAt = clock();
  return ({ done, total }: { done: number; total: number }) => {
    if (clock() - notedAt < noteEvery) return;
    notedAt = clock();
    note(`${done} of ${total}`);
  };
}

export const ingestLibrary = defineCommand({
  name: 'ingest',
  summary: 'Scan the library once and list its problems; exits with 1 if there are any',
  input: z.object({
    dryRun: z.boolean().default(false).describe('Only list what would be published, and from which files'),
    readAgain: z
      .boolean()
      .default(false)
      .describe('Read every file, also those of the same size and times as before'),
  }),
  async run({ dryRun, readAgain }, { config, clock, openDb, note }) {
    const { libraryDir, bucket, defaultPriceCents, isRecognising, isReviewing, dataDir } = config;
    const marks = dryRun ? {} : { marks: openCrashMarks(path.join(dataDir, 'reading')) };
    const opened = bucket && openBucketLibrary(bucket);
    const pool = createLibraryPool({ ...marks, bucket });
    const onProgress = createProgressNote({ clock, note });
    const scanning = {
      pool,
      libraryDir,
      defaultPriceCents,
      isRecognising,
      clock,
      onProgress,
      isReadingAgain: readAgain,
    };
    try {
      await opened?.refresh();
      return await (dryRun
        ? preview(scanning, path.join(dataDir, 'lodestock.db'))
        : ingest(scanning, openDb(), isReviewing));
    } finally {
      await pool.close();
      opened?.close();
    }
  },
});
