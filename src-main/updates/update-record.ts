import { z } from 'zod';

const Kept = z.object({ version: z.string(), file: z.string(), sha256: z.string() });
const Step = z.object({ from: z.string(), to: z.string() });

/** The state of updates for the next start, of the same or another version. */
export const UpdateRecord = z.looseObject({
  version: z.literal(1),
  /** The executable or installer of the previous version. */
  previous: Kept.nullable().default(null),
  /** The same for this or the next version, if the system keeps none itself. */
  next: Kept.nullable().default(null),
  /** An update whose version has not fully started yet, and how often it was tried. */
  pending: Step.extend({ starts: z.number().int() }).nullable().default(null),
  /** A rollback by the user; the database must still be restored. */
  return: Step.nullable().default(null),
  /** The version that the user went back from, which is not downloaded again automatically. */
  refused: z.string().nullable().default(null),
});
export type UpdateRecord = z.infer<typeof UpdateRecord>;

export const emptyRecord: UpdateRecord = UpdateRecord.parse({ version: 1 });

/** Counts a start. A step counts only if it led to this version, as its installation may have been interrupted. */
export function countStart(record: UpdateRecord, version: string): UpdateRecord {
  const { pending, previous, return: back } = record;
  return {
    ...record,
    previous: previous?.version === version ? null : previous,
    pending: pending?.to === version ? { ...pending, starts: pending.starts + 1 } : null,
    return: back?.to === version ? back : null,
  };
}

/** True if this version was started before since its installation, but never fully. */
export const hasNotComeUp = ({ pending }: UpdateRecord): boolean => (pending?.starts ?? 0) > 1;

/** Uncounts this start: the user quit a version that had not failed, before it had fully started. */
export function forgetStart(record: UpdateRecord, version: string): UpdateRecord {
  const { pending } = record;
  if (pending?.to !== version) return record;
  return { ...record, pending: { ...pending, starts: Math.max(0, pending.starts - 1) } };
}
