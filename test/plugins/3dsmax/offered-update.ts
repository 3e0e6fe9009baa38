import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { MaxSession } from '../maxscript/max-session.ts';
import type { Overlay } from '../overlay-server.ts';
import { script } from './stage.ts';

export const feedPath = /update-feed\.json(\?channel=beta)?$/;
export const filePath = /free3d_installer\.ms$/;
export const pressUpdate = { do: 'press', control: 'btnUpdate' } as const;

export const current = readFileSync(script, 'utf8');
export const version = /version = "([^"]+)"/.exec(current)?.[1] ?? '';
const asVersion = (other: string) => current.replace(/version = "[^"]+"/, `version = "${other}"`);
export const next = asVersion('0.10.0');
export const hash = (text: string) => createHash('sha256').update(text).digest('hex');
export const installed = ({ root }: MaxSession, ending = '') =>
  path.join(root, `userstartupscripts/free3d_installer.ms${ending}`);

/** The script as another version, in a file that ends with the test. */
export function writeVersion(other: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'free3d_installer.ms');
  writeFileSync(file, asVersion(other));
  return file;
}

type File = { readonly name: string; readonly url: string; readonly sha256: string };

/** Lets a server offer the next version; `feed` and `file` make the feed a hostile one. */
export function offer(at: Overlay, feed: object = {}, file: Partial<File> = {}) {
  const name = 'free3d_installer.ms';
  const files = [{ name, url: name, sizeBytes: next.length, sha256: hash(next), ...file }];
  const body = JSON.stringify({
    ...{ slug: 'lodestock-3dsmax', family: '3dsmax', version: '0.10.0', channel: 'stable' },
    ...{ minHostVersion: '2021', files, notes: [] },
    ...feed,
  });
  at.answer(feedPath, () => ({ body }));
  at.answer(filePath, () => ({ type: 'text/plain', body: next }));
  return body;
}
