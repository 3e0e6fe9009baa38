import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plugin } from './compiled-plugin.ts';
import type { prepareUnity } from './prepare-unity.ts';

export const feedPath = /update-feed\.json(\?channel=beta)?$/;
export const filePath = /free3d_online\.cs$/;
export const current = readFileSync(plugin, 'utf8');
export const next = current.replace(/Version = "[^"]+"/, 'Version = "0.10.0"');
export const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Feeds for the tests of a file, and editors that know their server. */
export function prepareUpdates({ stage, start }: Pick<ReturnType<typeof prepareUnity>, 'stage' | 'start'>) {
  const asked = (address: RegExp) => stage().overlay.seen.filter((one) => address.test(one.path)).length;

  function offer(feed: object = {}, file: object = {}) {
    const offered = {
      name: 'free3d_online.cs',
      url: 'free3d_online.cs',
      sizeBytes: Buffer.byteLength(next),
      sha256: hash(next),
      ...file,
    };
    const body = JSON.stringify({
      slug: 'lodestock-unity',
      family: 'unity',
      version: '0.10.0',
      channel: 'stable',
      minHostVersion: '2019.4',
      files: [offered],
      notes: [],
      ...feed,
    });
    stage().overlay.answer(feedPath, () => ({ body }));
    stage().overlay.answer(filePath, () => ({ type: 'text/plain', body: next }));
  }

  /** An editor that starts with the plugin in its project and a server chosen before. */
  function startKnown(environment: Readonly<Record<string, string>> = {}, library?: string) {
    const home = mkdtempSync(path.join(tmpdir(), 'lodestock-project-'));
    writeFileSync(path.join(home, 'prefs'), `Lodestock.Server ${encodeURIComponent(stage().address)}\n`);
    const unity = start({ home, environment, ...(library !== undefined && { library }) });
    unity.install(plugin);
    return unity;
  }

  return { asked, offer, startKnown };
}
