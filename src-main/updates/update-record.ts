import { z } from 'zod';

const Kept = z.object({ version: z.string(), file: z.string(), sha256: z.string() });
const Step = z.object({ from: z.string(), to: z.string() });

/** The state of updates for the next start, in the same or another version. */
export const UpdateRecord = z.looseObject({
  version: z.literal(1),
  /** The program or installer of the version before this one. */
  previous: Kept.nullable().default(null),
  /** That of this version, or of the next, where the system keeps none itself. */
  next: Kept.nullable().default(null),
  /** An update whose version has not come up yet, and how often it was started. */
  pending: Step.extend({ starts: z.number().int() }).nullable().default(null),
  /** The person goes back; the database has to follow. */
  return: Step.nullable().default(null),
  /** The version that was gone back from, which is not fetched on its own again. */
  refused: z.string().nullable().default(null),
});
export type UpdateRecord = z.infer<typeof UpdateRecord>;

export const emptyRecord: UpdateRecord = UpdateRecord.parse({ version: 1 });

/** A step counts only if it has led to the version that runs: what was to put it in place may have been cut off. */
export function countStart(record: UpdateRecord, version: string): UpdateRecord {
  const { pending, previous, return: back } = record;
  return {
    ...record,
    previous: previous?.version === version ? null : previous,
    pending: pending?.to === version ? { ...pending, starts: pending.starts + 1 } : null,
    return: back?.to === version ? back : null,
  };
}

/** Whether this version was started before since it was installed, and has never come up. */
export const hasNotComeUp = ({ pending }: UpdateRecord): boolean => (pending?.starts ?? 0) > 1;

/** This start no longer counts: a person quit a version that had not failed, before all of it was up. */
export function forgetStart(record: UpdateRecord, version: string): UpdateRecord {
  const { pending } = record;
  if (pending?.to !== version) return record;
  return { ...record, pending: { ...pending, starts: Math.max(0, pending.starts - 1) } };
}
