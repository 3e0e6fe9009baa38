import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import { createHandover } from '../../../../src-main/dcc/handover/handover.ts';
import { LoopbackNote } from '../../../../src-main/dcc/handover/loopback-note.ts';
import type { FindAsset } from '../../../../src-main/dcc/plugins/public-assets.ts';
import { type Receipt, type ReceiptFile, writeReceipt } from '../../../../src-main/library/receipt.ts';
import type { DccState } from '../../../../src-main/platform/ipc/dcc-contract.ts';
import { readLibrary } from '../../library/read-library.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';

type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Answer = {
  readonly status: number;
  readonly body: { ok: boolean; code?: string; message?: string; jobs?: Record<string, unknown>[] };
};

const content = 'scene';
const sha256 = '0'.repeat(64);
const entry = (relativePath: string, role: ReceiptFile['role']): ReceiptFile => ({
  ...{ relativePath, role, sizeBytes: content.length, sha256, variant: null, lod: '10k' },
  format: path.extname(relativePath).slice(1),
});
const files = [
  entry('o_10k/oak.fbx', 'scene'),
  entry('o_10k/oak.obj', 'scene'),
  entry('o_10k/tex/oak_normal.png', 'texture'),
];

/** A library with one model, Oak chair, in three files. */
async function makeLibrary(folder: string) {
  const model = path.join(folder, 'Oak chair_g1');
  const receipt: Receipt = {
    ...{ receiptVersion: 1, guid: 'g1', title: 'Oak chair', version: 1, license: 'CC0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00.000Z', files },
  };
  await mkdir(path.join(model, 'o_10k/tex'), { recursive: true });
  for (const { relativePath } of files) await writeFile(path.join(model, relativePath), content);
  await writeReceipt(model, receipt);
  return model;
}

/** node:http, because fetch would not send another Host. */
function ask(port: number, place: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path: place, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** An app that came without plugins. */
export const noAssets: FindAsset = async () => {
  throw new AppError('NOT_FOUND', 'This app has no such file.');
};

/** The hand-over as the app runs it, with a plugin that speaks plain HTTP. */
export async function startHandover(
  times?: { appGone: number; answer: number },
  findAsset: FindAsset = noAssets,
) {
  const folder = await createScratch();
  const noteFile = path.join(folder, 'dcc.json');
  const libraryFolder = path.join(folder, 'library');
  const model = await makeLibrary(libraryFolder);
  const { log } = createMemoryLog();
  const told: DccState[] = [];
  const dcc = createHandover({
    ...{ log, noteFile, findAsset, readLibrary: () => readLibrary(libraryFolder), ...(times && { times }) },
    publish: (_name, state) => void told.push(structuredClone(state) as DccState),
  });
  await dcc.start();
  onTestFinished(() => dcc.stop());
  const note = LoopbackNote.parse(JSON.parse(await readFile(noteFile, 'utf8')));
  const asPlugin = (place: string, given: Ask = {}) =>
    ask(note.port, place, {
      ...given,
      headers: { authorization: `Bearer ${note.secret}`, ...given.headers },
    });
  return {
    ...{ dcc, call: dcc.handlers, note, noteFile, model, told },
    ask: asPlugin,
    takeJobs: async (host = '3dsmax', session = '1', label = 'House.max') => {
      const query = new URLSearchParams({ host, session, label });
      return (await asPlugin(`/dcc/jobs?${query}`)).body.jobs ?? [];
    },
    report: (id: unknown, result: object) =>
      asPlugin(`/dcc/jobs/${id}/result`, { method: 'POST', body: JSON.stringify(result) }),
  };
}

export const oak = {
  guid: 'g1',
  relativePath: 'o_10k/oak.fbx',
  family: '3dsmax',
  session: '1',
} as const;
