import { z } from 'zod';
import { Words } from '../common.ts';
import { type Words as Said, sentence, textOf } from '../sentence.ts';

/** The result of one check: what was found, as a sentence, and what to do about it. */
export const Finding = z.object({
  check: z.string().describe('What was looked at, in one or two words'),
  status: z.enum(['good', 'warning', 'bad']),
  says: Words,
  cure: Words.nullable().describe('null if there is nothing to do'),
});
export type Finding = z.infer<typeof Finding>;

const good = (check: string, says: Said): Finding => ({ check, status: 'good', says, cure: null });
const warning = (check: string, says: Said, cure: Said): Finding => ({
  ...{ check, status: 'warning', says, cure },
});
const bad = (check: string, says: Said, cure: Said): Finding => ({ check, status: 'bad', says, cure });
export const found = { good, warning, bad } as const;

const gibibyte = 1024 ** 3;
const minute = 60_000;
const day = 24 * 60 * minute;

/** Judges the space on a disk. `what` names its content, such as *The data folder*. */
export function judgeSpace(what: string, freeBytes: number): Finding {
  const says = sentence`${{ what }} has ${{ size: (freeBytes / gibibyte).toFixed(1) }} GiB free.`;
  const cure = 'Free some space, or move it to a larger disk.';
  if (freeBytes < gibibyte) return bad('Disk', says, cure);
  return freeBytes < 10 * gibibyte ? warning('Disk', says, cure) : good('Disk', says);
}

/** Judges how far another clock is ahead of this one. Signed addresses are valid for minutes, so clocks must agree. */
export function judgeClock(host: string, aheadMs: number): Finding {
  const off = Math.abs(aheadMs);
  if (off < minute) return good('Clock', sentence`This clock and that of ${{ host }} agree.`);
  const seconds = Math.round(off / 1000);
  const says =
    aheadMs > 0
      ? sentence`This clock is ${{ seconds }} s behind that of ${{ host }}.`
      : sentence`This clock is ${{ seconds }} s ahead of that of ${{ host }}.`;
  const cure = 'Set both computers to get their time from the network.';
  return off < 5 * minute ? warning('Clock', says, cure) : bad('Clock', says, cure);
}

/** Judges how long a certificate is still valid. `what` names whose it is. */
export function judgeCertificate(what: string, validTo: number, now: number): Finding {
  const days = Math.floor((validTo - now) / day);
  const cure = 'Renew it; the server picks up the new files automatically.';
  if (days < 0) return bad('Certificate', sentence`The certificate of ${{ what }} has expired.`, cure);
  const says = sentence`The certificate of ${{ what }} is valid for ${{ days }} more days.`;
  return days < 14 ? warning('Certificate', says, cure) : good('Certificate', says);
}

/** The longest path that Windows programs accept by default, and that DCC apps can read. */
const longestPath = 260;
/** The longest path that a download adds below its folder: names of model and file, and our own folders. */
const roomForModels = 120;

/** Returns nothing on systems without a short limit on paths. */
export function judgePathLength(what: string, folder: string, platform: string): readonly Finding[] {
  if (platform !== 'win32') return [];
  if (folder.length <= longestPath - roomForModels)
    return [good('Path length', sentence`The path of ${{ what }} is short enough for long file names.`)];
  const says = sentence`The path of ${{ what }} has ${{ count: folder.length }} characters, but many programs on Windows allow only ${{ most: longestPath }} for a file.`;
  return [warning('Path length', says, 'Choose a folder with a shorter path.')];
}

const marks = { good: 'ok     ', warning: 'look   ', bad: 'wrong  ' } as const;

/** Renders one line per finding, and a second one for its cure. */
export const renderFindings = (findings: readonly Finding[]): string =>
  findings
    .flatMap(({ check, status, says, cure }) => [
      `${marks[status]}${check}: ${textOf(says)}`,
      ...(cure === null ? [] : [`       → ${textOf(cure)}`]),
    ])
    .join('\n');
