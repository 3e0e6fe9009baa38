import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';

/** JSON below this size cannot fill a thread's memory. */
const harmlessBytes = 8 * 1024 * 1024;
const mostContainers = 1_000_000;
const mostValues = 4_000_000;
const [quote, backslash, comma, openingBracket, openingBrace] = [34, 92, 44, 91, 123];

/** The position after the string that starts before `start`. */
function skipString(json: Buffer, start: number): number {
  for (let at = start; ; ) {
    const end = json.indexOf(quote, at);
    if (end === -1) return json.length;
    let escapes = 0;
    while (json[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
    at = end + 1;
  }
}

function countJson(json: Buffer) {
  let containers = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = skipString(json, at + 1) - 1;
    else if (byte === comma) values += 1;
    else if (byte === openingBracket || byte === openingBrace) containers += 1;
  }
  return { containers, values };
}

/**
 * Throws BrokenFile for JSON with more containers and values than the parser has memory for: when V8 runs out of memory
 * inside its parser, it ends the whole process, not just the thread. Long strings, such as embedded data, do not count.
 */
export function checkJsonBudget(bytes: Uint8Array): void {
  if (bytes.length <= harmlessBytes) return;
  const { containers, values } = countJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (containers <= mostContainers && values <= mostValues) return;
  const counts = sentence`${{ lists: formatCount(containers) }} lists and objects with ${{ values: formatCount(values) }} values`;
  throw new BrokenFile(
    sentence`describes its scene with ${{ counts }}, too many to be read. Export it with less detail.`,
  );
}
