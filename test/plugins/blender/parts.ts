import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Receipt } from '../../../src-main/library/receipt.ts';
import type { Stage } from '../3dsmax/stage.ts';
import { type Line, runPure } from './run-python.ts';

/** A stage with one model and a signed-in add-on. */
export type Scene = { readonly stage: Stage; readonly token: string; readonly guid: string };

const approveOf = (stage: Stage, decision: 'approve' | 'deny') => async (line: Line) => {
  if (typeof line.approveUrl === 'string') await stage[decision](line.approveUrl);
};

export const signIn = (stage: Stage, decision: 'approve' | 'deny' = 'approve') =>
  runPure({ do: 'sign-in', server: stage.address }, approveOf(stage, decision));

export function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-blender-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const listFiles = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort()
    : [];

type Wish = { readonly root: string; readonly [field: string]: unknown };

export const download = ({ stage, token, guid }: Scene, wish: Wish) =>
  runPure({
    do: 'download',
    server: stage.address,
    token,
    guid,
    title: 'Oak chair',
    format: 'fbx',
    lod: '10k',
    ...wish,
  });

export const readReceiptOf = (root: string, guid: string) =>
  Receipt.parse(JSON.parse(readFileSync(path.join(root, `Oak chair_${guid}`, 'model.json'), 'utf8')));

/** A feed that offers `bytes` as a version; `change` makes it hostile. */
export function answerFeed(
  stage: Pick<Stage, 'overlay'>,
  bytes: Buffer,
  change: Readonly<Record<string, unknown>> = {},
) {
  const file = {
    name: 'lodestock.zip',
    url: 'lodestock.zip',
    sizeBytes: bytes.length,
    sha256: sha256(bytes),
  };
  const feed = {
    slug: 'lodestock-blender',
    version: '0.10.0',
    channel: 'stable',
    files: [file],
    notes: [],
    ...change,
  };
  stage.overlay.answer(/\/blender\/update-feed\.json(\?channel=beta)?$/, () => ({
    body: JSON.stringify(feed),
  }));
  stage.overlay.answer(/lodestock\.zip$/, () => ({ body: new Uint8Array(bytes) }));
  return { ...file, feed: JSON.stringify(feed) };
}

export const findUpdate = (stage: Stage, folder?: string) =>
  runPure({ do: 'update', server: stage.address, current: '0.9.0', ...(folder !== undefined && { folder }) });

/** An installed version of the add-on that updates may replace. */
export function installOld(folder: string) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, '__init__.py'), '# the version before\n');
}

/** A variant as a hostile server may name it. */
export const variantOf = (guid: string) => ({
  format: 'fbx',
  lod: '1k',
  downloadRequest: { method: 'POST', url: '/api/plugin/download/direct', body: { guid } },
});
