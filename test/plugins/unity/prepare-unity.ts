import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { hasMono } from '../mono.ts';
import { compileEditor, type Editor } from './compiled-plugin.ts';
import { openChair, openWindow, type Stage, signIn, startStage } from './stage.ts';
import { startUnity, type UnitySession } from './unity-session.ts';

type Options = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly library?: string;
  readonly home?: string;
};

/** A stage for the tests of a file and new editors for each; all is closed and fixed behind them. */
export function prepareUnity(readMore = (): Readonly<Record<string, Buffer>> => ({})) {
  let stage: Stage;
  let editor: Editor;
  let sessions: UnitySession[] = [];

  beforeAll(async () => {
    if (!hasMono) return;
    editor = compileEditor();
    stage = await startStage(readMore());
  });
  // Closing asks whether bars, textures and clients are gone, so a failure here is a failure of the plugin.
  afterEach(async () => {
    const closing = await Promise.allSettled(sessions.map((session) => session.close()));
    for (const { home, kill } of sessions) {
      kill();
      rmSync(home, { recursive: true, force: true });
    }
    sessions = [];
    stage?.mend();
    for (const one of closing) if (one.status === 'rejected') throw one.reason;
  });
  afterAll(async () => {
    await stage?.close();
    editor?.remove();
  });

  const keep = (session: UnitySession) => {
    sessions.push(session);
    return session;
  };
  const start = (options: Options = {}) => {
    const home = options.home ?? mkdtempSync(path.join(tmpdir(), 'lodestock-project-'));
    const { environment = {} } = options;
    return keep(
      startUnity({ editor: editor.editor, library: options.library ?? editor.library, home, environment }),
    );
  };
  const openWithWindow = async (options: Options = {}) => {
    const unity = start(options);
    await openWindow(unity, stage);
    return unity;
  };
  const openSignedIn = async (options: Options = {}) => {
    const unity = await openWithWindow(options);
    await signIn(unity, stage);
    return unity;
  };
  const openChairPage = async () => {
    const unity = await openSignedIn();
    await openChair(unity);
    return unity;
  };
  return {
    stage: () => stage,
    editor: () => editor,
    start,
    keep,
    openWithWindow,
    openSignedIn,
    openChairPage,
  };
}
