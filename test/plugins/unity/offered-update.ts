import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Overlay } from '../overlay-server.ts';
import { plugin } from './compiled-plugin.ts';
import type { prepareUnity } from './prepare-unity.ts';
import type { UnitySession } from './unity-session.ts';

export const feedPath = /update-feed\.json(\?channel=beta)?$/;
export const filePath = /free3d_online\.cs$/;
export const current = readFileSync(plugin, 'utf8');
export const version = /Version = "([^"]+)"/.exec(current)?.[1] ?? '';
export const asVersion = (other: string) => current.replace(/Version = "[^"]+"/, `Version = "${other}"`);
export const next = asVersion('0.10.0');
export const hash = (text: string) => createHash('sha256').update(text).digest('hex');
export const installed = ({ project }: UnitySession, file = 'Assets/Editor/free3d_online.cs') =>
  readFileSync(path.join(project, file), 'utf8');

/** Lets a server offer the next version; `feed` and `file` make the feed a hostile one. */
export function offerAt(at: Overlay, feed: object = {}, file: object = {}) {
  const name = 'free3d_online.cs';
  const offered = { name, url: name, sizeBytes: Buffer.byteLength(next), sha256: hash(next), ...file };
  const body = JSON.stringify({
    ...{ slug: 'lodestock-unity', family: 'unity', version: '0.10.0', channel: 'stable' },
    ...{ minHostVersion: '2019.4', files: [offered], notes: [] },
    ...feed,
  });
  at.answer(feedPath, () => ({ body }));
  at.answer(filePath, () => ({ type: 'text/plain', body: next }));
  return body;
}

/** A folder for a person's settings and projects; it ends with the editor that starts in it. */
export const makeHome = () => mkdtempSync(path.join(tmpdir(), 'lodestock-project-'));

type Known = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly library?: string;
  readonly home?: string;
  readonly server?: string;
  readonly file?: string;
};

/** Feeds for the tests of a file, and editors that know their server. */
export function prepareUpdates({
  stage,
  start,
  editor,
}: Pick<ReturnType<typeof prepareUnity>, 'stage' | 'start' | 'editor'>) {
  const asked = (address: RegExp) => stage().overlay.seen.filter((one) => address.test(one.path)).length;
  const offer = (feed?: object, file?: object) => offerAt(stage().overlay, feed, file);

  /** An editor that starts with the plugin in its project and a server chosen before. */
  function startKnown({
    environment = {},
    library,
    home = makeHome(),
    server = stage().address,
    file = plugin,
  }: Known = {}) {
    writeFileSync(path.join(home, 'prefs'), `Lodestock.Server ${encodeURIComponent(server)}\n`);
    const unity = start({ home, environment, ...(library !== undefined && { library }) });
    unity.install(file);
    return unity;
  }

  /** The plugin with some of its text changed: its file, which ends with the test, and what it compiles to. */
  function compile(text: string) {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-version-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'free3d_online.cs');
    writeFileSync(file, text);
    return { file, library: editor().compilePlugin(file) };
  }

  return { asked, offer, startKnown, compile };
}
