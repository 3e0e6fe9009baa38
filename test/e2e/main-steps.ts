import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { z } from 'zod';
import { LoopbackNote } from '../../src-main/dcc/handover/loopback-note.ts';
import { type Desk, fileRow, listTree, openModel, sha256Of, takeFile, type Wanted } from './walk.ts';
import type { WantedModel } from './wanted-library.ts';

export async function connectTo(page: Page, baseUrl: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Another Lodestock server' }).check();
  await page.getByLabel('Address').fill(baseUrl);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText(`${baseUrl} is ready.`).waitFor();
}

/** Where the scene file of a wanted model lies in the library folder; null when it is not there. */
export function findDownloaded(
  { libraryFolder }: Desk,
  { lod, fileName }: Pick<Wanted, 'lod' | 'fileName'>,
): string | null {
  const found = listTree(libraryFolder).find((file) => file.endsWith(`/${lod}/${fileName}`));
  return found === undefined ? null : path.join(libraryFolder, found);
}

/** Searches a model, downloads one exact file of it and looks at what lies in the library then. */
export async function downloadExact(page: Page, desk: Desk, model: WantedModel): Promise<void> {
  await openModel({ page }, model);
  const row = fileRow({ page }, model);
  await takeFile({ page }, model);
  await row.getByText('In your library').waitFor();

  const file = findDownloaded(desk, model);
  expect(file).not.toBeNull();
  expect(sha256Of(file ?? '')).toBe(model.sha256);
  const tree = listTree(path.dirname(file ?? ''));
  expect(tree).toEqual(expect.arrayContaining([...model.files]));
  expect(listTree(desk.libraryFolder).filter((name) => name.endsWith('.part'))).toEqual([]);
}

/** Nothing for a file that Chromium's other processes, which outlive the app by a moment, have just removed or renamed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (existsSync(file)) throw error;
    return '';
  }
}

/** Files on a desk that hold a token of the server; the library and a server in `server/` do not count. */
export function findTokens({ home }: Desk): string[] {
  const places = listTree(home).filter((file) => !file.startsWith('My models/') && !file.includes('server/'));
  return places.filter((file) => /lsp_[A-Za-z0-9_-]{20}/.test(readIfThere(path.join(home, file))));
}

const Jobs = z.array(z.object({ id: z.string(), scenePath: z.string() }));

export const readNote = ({ userData }: Desk) =>
  LoopbackNote.parse(JSON.parse(readFileSync(path.join(userData, 'dcc.json'), 'utf8')));

/** A plugin's question or result, as plain HTTP. */
export async function askApp(desk: Desk, place: string, result?: object) {
  const { port, secret } = readNote(desk);
  const response = await fetch(`http://127.0.0.1:${port}/dcc/jobs${place}`, {
    method: result ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secret}` },
    ...(result && { body: JSON.stringify(result) }),
  });
  return response.json();
}

/** Asks as the plugin of an open Blender does. */
export const askAsBlender = (desk: Desk) => askApp(desk, '?host=blender&session=42&label=Kitchen.blend');

/** Asks until that Blender is handed a job. */
export async function takeAsBlender(desk: Desk) {
  const taken: z.infer<typeof Jobs> = [];
  const ask = async () => taken.push(...Jobs.parse((await askAsBlender(desk)).jobs));
  await expect.poll(ask, { interval: 500 }).toBeGreaterThan(0);
  const [job = { id: '', scenePath: '' }] = taken;
  return job;
}

/** Opens a model of the library and presses what sends a file of it to that Blender. */
export async function sendToBlender(
  page: Page,
  title: string,
  fileName: string,
  beforeChoice?: () => Promise<unknown>,
): Promise<void> {
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('gridcell').filter({ hasText: title }).click();
  await page.getByRole('button', { name: `Send to…: ${fileName}` }).click();
  await beforeChoice?.();
  await page.getByRole('button', { name: 'Blender (Kitchen.blend)' }).click();
}
