import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type MaxSession, type MaxThread, startMax, startMaxThread } from '../maxscript/max-session.ts';
import { hasMono } from '../mono.ts';
import { openPanel, type Stage, script, signIn, startStage } from './stage.ts';

/** Tests that run where mono is installed; elsewhere their names say why not. */
export function maxTest(name: string, body: () => Promise<void>) {
  if (hasMono) test(name, body);
  else test.skip(`${name} (skipped: mono-mcs and mono-runtime are not installed)`, body);
}

/** A stage for the tests of a file, and a new 3ds Max for each; all is closed and fixed behind them. */
export function prepareStage() {
  let stage: Stage;
  let thread: MaxThread;
  let sessions: MaxSession[] = [];

  beforeAll(async () => {
    if (!hasMono) return;
    thread = await startMaxThread();
    stage = await startStage();
  });
  afterEach(async () => {
    for (const session of sessions) session.close();
    sessions = [];
    stage?.fault.set('none');
    stage?.overlay.clear();
  });
  afterAll(async () => {
    await stage?.close();
    await thread?.stop();
  });

  const keep = (session: MaxSession) => {
    sessions.push(session);
    return session;
  };
  const openMax = async (year = 2024) => keep(await startMax(thread, { year }));
  const openWithPanel = async (file = script) => {
    const session = await openMax();
    await openPanel(session, stage, file);
    return session;
  };
  return {
    stage: () => stage,
    keep,
    openMax,
    openWithPanel,
    openSignedIn: async () => {
      const session = await openWithPanel();
      await signIn(session, stage);
      return session;
    },
  };
}
