import { hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { smallBytes, smallCount } from './download-library.ts';
import { measure } from './measured.ts';

/** What small files cost without a network: hashes, writes, syncs, reads back and renames as many, one after the other. */
const [, , , , , scratch = ''] = process.argv;
const [from, to] = ['staged', 'final'].map((name) => path.join(scratch, name));
const content = Buffer.alloc(smallBytes, 7);
const found = Buffer.alloc(smallBytes);
const sha256 = hash('sha256', content);

function putInPlace(index: number): void {
  if (hash('sha256', content) !== sha256) throw new Error('It has another SHA-256');
  const staged = path.join(from ?? '', `${index}`);
  const writing = openSync(staged, 'wx');
  writeSync(writing, content);
  fsyncSync(writing);
  closeSync(writing);
  const reading = openSync(staged, 'r');
  readSync(reading, found);
  closeSync(reading);
  if (content.compare(found) !== 0) throw new Error('The disk has another content');
  renameSync(staged, path.join(to ?? '', `${index}`));
}

await measure(async () => {
  for (const folder of [from, to]) mkdirSync(folder ?? '');
  for (let index = 0; index < smallCount; index += 1) putInPlace(index);
});
process.exit();
