import { randomUUID } from 'node:crypto';
import { AppError } from '../../server/contract/errors.ts';
import type { DccJob, OpenHost } from '../ipc/dcc-contract.ts';
import type { HandedModel } from './handed-model.ts';

/** Which run of which host. */
export type HostKey = Pick<OpenHost, 'family' | 'session'>;

/** A job as its plugin gets it. */
export type HandedJob = Omit<HandedModel, 'relativePath'> & { readonly id: string };

type Seen = HostKey & { readonly label: string; readonly at: number };
type Entry = { readonly job: DccJob; readonly model: HandedModel; readonly since: number };

/** Milliseconds. */
export type BoardTimes = {
  /** A host that has not asked for so long is not open any more. */
  readonly hostGone: number;
  /** How long an import may take. */
  readonly answer: number;
};
export const defaultBoardTimes: BoardTimes = { hostGone: 20_000, answer: 10 * 60_000 };

const hostNames = { '3dsmax': '3ds Max', unity: 'Unity', blender: 'Blender' } as const;
const jobsKept = 50;
const hostsKept = 100;
const longestMessage = 1000;

export type JobBoard = ReturnType<typeof createJobBoard>;

/** What is sent to which open host, and what became of it. Told the time by its caller; keeps nothing on the disk. */
export function createJobBoard(options: { readonly times: BoardTimes; readonly onChange: () => void }) {
  const { times, onChange } = options;
  const hosts = new Map<string, Seen>();
  const entries = new Map<string, Entry>();
  const keyOf = ({ family, session }: HostKey) => `${family} ${session}`;
  const isOf = (host: HostKey) => (entry: Entry) => keyOf(entry.job) === keyOf(host);
  const list = () => [...entries.values()];
  const isImporting = (host: HostKey) =>
    list().some((entry) => isOf(host)(entry) && entry.job.status === 'importing');

  function change({ job, model }: Entry, part: Partial<DccJob>, now: number): void {
    const isOver = part.status === 'done' || part.status === 'failed';
    const next = { ...job, ...part, ...(isOver && { finishedAt: new Date(now).toISOString() }) };
    entries.set(job.id, { job: next, model, since: now });
  }

  const fail = (entry: Entry, message: string, now: number) =>
    change(entry, { status: 'failed', message }, now);

  function dropOld(): void {
    const over = list().filter(({ job }) => job.finishedAt !== null);
    for (const { job } of over.slice(0, Math.max(0, over.length - jobsKept))) entries.delete(job.id);
  }

  function add(host: HostKey, model: HandedModel, now: number): DccJob {
    const seen = hosts.get(keyOf(host));
    const name = hostNames[host.family];
    if (!seen) {
      const message = `That ${name} is not open any more. Open it, or choose another one.`;
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

  /** A host asks: it is open, and takes what waits for it, each job once. */
  function ask(host: HostKey & { readonly label: string }, now: number): HandedJob[] {
    const before = hosts.get(keyOf(host));
    if (!before && hosts.size >= hostsKept) return [];
    hosts.set(keyOf(host), { ...host, at: now });
    const waiting = list().filter((entry) => isOf(host)(entry) && entry.job.status === 'waiting');
    for (const entry of waiting) change(entry, { status: 'importing', label: host.label }, now);
    if (before?.label !== host.label || waiting.length > 0) onChange();
    return waiting.map(({ job, model: { relativePath: _place, ...model } }) => ({ ...model, id: job.id }));
  }

  /** A host tells how an import ended. False when no such job is being imported. */
  function report(
    id: string,
    result: { readonly ok: boolean; readonly message: string },
    now: number,
  ): boolean {
    const entry = entries.get(id);
    if (entry?.job.status !== 'importing') return false;
    const message = result.message.trim().slice(0, longestMessage) || null;
    change(entry, { status: result.ok ? 'done' : 'failed', message }, now);
    const host = hosts.get(keyOf(entry.job));
    if (host) hosts.set(keyOf(host), { ...host, at: now });
    onChange();
    return true;
  }

  /** Ends what nobody will answer any more, and forgets hosts that are gone. */
  function expire(now: number): void {
    let hasChanged = false;
    for (const host of hosts.values()) {
      if (now - host.at < times.hostGone || isImporting(host)) continue;
      hosts.delete(keyOf(host));
      hasChanged = true;
    }
    for (const entry of list()) {
      const { status, family, label } = entry.job;
      const host = `${hostNames[family]} (${label})`;
      if (status === 'waiting' && !hosts.has(keyOf(entry.job)))
        fail(entry, `${host} was closed before it took the model. Open it and send the model again.`, now);
      else if (status === 'importing' && now - entry.since >= times.answer)
        fail(entry, `${host} did not answer. Look there whether the model arrived, then send it again.`, now);
      else continue;
      hasChanged = true;
    }
    if (hasChanged) onChange();
  }

  return {
    ...{ add, ask, report, expire },
    hosts: (): OpenHost[] =>
      [...hosts.values()].map(({ family, session, label }) => ({
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
