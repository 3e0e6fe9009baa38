import { z } from 'zod';

const pattern =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

export const Version = z
  .string()
  .max(64)
  .regex(pattern, 'Write a version like 1.10.0 or 2.0.0-beta.1')
  .describe('Semantic version; its numbers are compared as numbers');

const isNumber = (part: string) => /^\d+$/.test(part);

function comparePart(first: string, second: string): number {
  if (isNumber(first) && isNumber(second)) return Number(first) - Number(second);
  if (isNumber(first) !== isNumber(second)) return isNumber(first) ? -1 : 1;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function compareEndings(first: string | undefined, second: string | undefined): number {
  if (first === undefined || second === undefined)
    return Number(first === undefined) - Number(second === undefined);
  const a = first.split('.');
  const b = second.split('.');
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Returns a positive number if the first is later. A text that is not a version is older than any version. */
export function compareVersions(first: string, second: string): number {
  const a = pattern.exec(first);
  const b = pattern.exec(second);
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  for (const index of [1, 2, 3]) {
    const order = Number(a[index]) - Number(b[index]);
    if (order !== 0) return order;
  }
  return compareEndings(a[4], b[4]);
}

/** True for a version that is only offered on the beta channel. */
export const isPreRelease = (version: string) => version.includes('-');
