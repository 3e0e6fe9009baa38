import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type Bridge, hasMono, startBridge } from '../maxscript/bridge-process.ts';
import { type MaxSession, startMax } from '../maxscript/max-session.ts';
import { openPanel, type Stage, script, signIn, startStage } from './stage.ts';

/** Tests that run where mono is installed; elsewhere their names say why not. */
export function maxTest(name: string, body: () => Promise<void>) {
  if (hasMono) test(name, body);
  else test.skip(`${name} (skipped: mono-mcs and mono-runtime are not installed)`, body);
}

/** A stage for the tests of a file, and a new 3ds Max for each; all is closed and mended behind them. */
export function prepareStage() {
  let stage: Stage;
  let bridge: Bridge;
  let sessions: MaxSession[] = [];

  beforeAll(async () => {
    if (!hasMono) return;
    bridge = await startBridge();
    stage = await startStage();
  });
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    sessions = [];
    stage?.fault.set('none');
    stage?.overlay.clear();
  });
  afterAll(async () => {
    await stage?.close();
    await bridge?.stop();
  });

  const keep = (session: MaxSession) => {
    sessions.push(session);
    return session;
  };
  const openMax = async (year = 2024) => keep(await startMax(bridge, { year }));
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
