import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The real worker, with a parser and a disk that fail on cue: by a word in the JSON or in the path. */

function waitForever(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

function computeForever(): never {
  for (;;) Math.random();
}

type Filling = { readonly before: Filling | null };

/** In small pieces: a piece larger than what a full thread is still allowed ends the process. */
function fillMemory(): never {
  let filling: Filling | null = null;
  for (;;) filling = { before: filling };
}

const parse = JSON.parse;
JSON.parse = (text, reviver) => {
  if (text.includes('parser-hangs')) waitForever();
  if (text.includes('parser-computes')) computeForever();
  if (text.includes('parser-exits')) process.exit(3);
  if (text.includes('parser-fills-memory')) fillMemory();
  return parse(text, reviver);
};

const open = fs.openSync;
fs.openSync = (file, ...rest) => {
  if (String(file).includes('disk-hangs')) waitForever();
  return open(file, ...rest);
};
syncBuiltinESMExports();

await import('../../../server/inspect/inspect-worker.ts');
