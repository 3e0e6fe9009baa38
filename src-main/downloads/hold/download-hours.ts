import { z } from 'zod';

const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 19:00');

export const DownloadHours = z.object({
  from: Time.describe('Local time'),
  to: Time.describe(
    'Local time, of the next day if it is not after `from`; the same as `from` for a whole day',
  ),
  days: z.array(z.number().int().min(0).max(6)).min(1).describe('On which the hours begin; 0 is Sunday'),
});
export type DownloadHours = z.infer<typeof DownloadHours>;

/** The time of a local day, in milliseconds since 1970; clocks that are put forward or back are those of the day. */
function at(now: Date, dayOffset: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + dayOffset, hours, minutes);
}

/** The hours that begin `dayOffset` days from now; null on a day without. */
function findHours({ from, to, days }: DownloadHours, now: Date, dayOffset: number) {
  const begin = at(now, dayOffset, from);
  if (!days.includes(begin.getDay())) return null;
  return { begin, end: at(now, to > from ? dayOffset : dayOffset + 1, to) };
}

/** When downloads may continue: null while they may, else the next time they may, in milliseconds since 1970. */
export function findOpening(hours: DownloadHours, now: Date): number | null {
  for (const dayOffset of [-1, 0, 1, 2, 3, 4, 5, 6, 7]) {
    const found = findHours(hours, now, dayOffset);
    if (found === null || found.end <= now) continue;
    return found.begin <= now ? null : found.begin.getTime();
  }
  return now.getTime() + 24 * 60 * 60 * 1000; // no day at all is refused by the schema
}
