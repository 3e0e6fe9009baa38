import { randomUUID } from 'node:crypto';
import { AppError } from '../../../server/contract/errors.ts';
import { nameProgram } from '../../../server/contract/program-names.ts';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import type { DccJob, OpenApp } from '../../platform/ipc/dcc-contract.ts';
import type { HandedModel } from './handed-model.ts';

type AppKey = Pick<OpenApp, 'family' | 'session'>;

type HandedJob = Omit<HandedModel, 'relativePath'> & { readonly id: string };

type Seen = AppKey & { readonly label: string; readonly at: number };
type Entry = { readonly job: DccJob; readonly model: HandedModel; readonly since: number };

/** Milliseconds. */
export type BoardTimes = {
  /** An app counts as closed after this long without a request from its plugin. */
  readonly appGone: number;
  /** The longest time for an import. */
  readonly answer: number;
};
export const defaultBoardTimes: BoardTimes = { appGone: 20_000, answer: 10 * 60_000 };

const jobsKept = 50;
const appsKept = 100;
const longestMessage = 1000;

export type JobBoard = ReturnType<typeof createJobBoard>;

/** Holds the models sent to open apps, and the results, in memory. Callers pass the time. */
export function createJobBoard(options: { readonly times: BoardTimes; readonly onChange: () => void }) {
  const { times, onChange } = options;
  const apps = new Map<string, Seen>();
  const entries = new Map<string, Entry>();
  const keyOf = ({ family, session }: AppKey) => `${family} ${session}`;
  const isOf = (app: AppKey) => (entry: Entry) => keyOf(entry.job) === keyOf(app);
  const list = () => [...entries.values()];
  const isImporting = (app: AppKey) =>
    list().some((entry) => isOf(app)(entry) && entry.job.status === 'importing');

  function change({ job, model }: Entry, part: Partial<DccJob>, now: number): void {
    const isOver = part.status === 'done' || part.status === 'failed';
    const next = { ...job, ...part, ...(isOver && { finishedAt: new Date(now).toISOString() }) };
    entries.set(job.id, { job: next, model, since: now });
  }

  const fail = (entry: Entry, message: Words, now: number) =>
    change(entry, { status: 'failed', message }, now);

  function dropOld(): void {
    const over = list().filter(({ job }) => job.finishedAt !== null);
    for (const { job } of over.slice(0, Math.max(0, over.length - jobsKept))) entries.delete(job.id);
  }

  function add(app: AppKey, model: HandedModel, now: number): DccJob {
    const seen = apps.get(keyOf(app));
    const name = nameProgram(app.family);
    if (!seen) {
      const message = sentence`That ${{ app: name }} is no longer open. Open it again, or choose another app.`;
      throw new AppError('NOT_FOUND', message);
    }
    const { guid, title, lod, format, relativePath } = model;
    const job: DccJob = {
      ...{ guid, title, lod, format, relativePath, id: randomUUID(), label: seen.label },
      ...{ family: seen.family, session: seen.session, status: 'waiting', message: null },
      sentAt: new Date(now).toISOString(),
      finishedAt: null,
    };
    entries.set(job.id, { job, model, since: now });
    dropOld();
    onChange();
    return job;
  }

  /** Records that an app is open, and returns each waiting job once. */
  function ask(app: AppKey & { readonly label: string }, now: number): HandedJob[] {
    const before = apps.get(keyOf(app));
    if (!before && apps.size >= appsKept) return [];
    apps.set(keyOf(app), { ...app, at: now });
    const waiting = list().filter((entry) => isOf(app)(entry) && entry.job.status === 'waiting');
    for (const entry of waiting) change(entry, { status: 'importing', label: app.label }, now);
    if (before?.label !== app.label || waiting.length > 0) onChange();
    return waiting.map(({ job, model: { relativePath: _place, ...model } }) => ({ ...model, id: job.id }));
  }

  /** Records the result of an import. Returns false if that job is not being imported. */
  function report(
    id: string,
    result: { readonly ok: boolean; readonly message: string },
    now: number,
  ): boolean {
    const entry = entries.get(id);
    if (entry?.job.status !== 'importing') return false;
    const message = result.message.trim().slice(0, longestMessage) || null;
    change(entry, { status: result.ok ? 'done' : 'failed', message }, now);
    const app = apps.get(keyOf(entry.job));
    if (app) apps.set(keyOf(app), { ...app, at: now });
    onChange();
    return true;
  }

  /** Fails jobs that no app will answer, and drops closed apps. */
  function expire(now: number): void {
    let hasChanged = false;
    for (const app of apps.values()) {
      if (now - app.at < times.appGone || isImporting(app)) continue;
      apps.delete(keyOf(app));
      hasChanged = true;
    }
    for (const entry of list()) {
      const { status, family, label } = entry.job;
      const app = `${nameProgram(family)} (${label})`;
      if (status === 'waiting' && !apps.has(keyOf(entry.job)))
        fail(
          entry,
          sentence`${{ app }} was closed before it took the model. Open it and send the model again.`,
          now,
        );
      else if (status === 'importing' && now - entry.since >= times.answer)
        fail(
          entry,
          sentence`${{ app }} did not answer. Check there whether the model arrived; if not, send it again.`,
          now,
        );
      else continue;
      hasChanged = true;
    }
    if (hasChanged) onChange();
  }

  return {
    ...{ add, ask, report, expire },
    apps: (): OpenApp[] =>
      [...apps.values()].map(({ family, session, label }) => ({
        ...{ family, session, label },
        isBusy: isImporting({ family, session }),
      })),
    jobs: (): DccJob[] => list().map(({ job }) => job),
    clearFinished(): void {
      for (const { job } of list()) if (job.finishedAt !== null) entries.delete(job.id);
      onChange();
    },
  };
}
