import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompiledBridge, compileBridge, hasMono } from '../maxscript/bridge-process.ts';
import { startMax } from '../maxscript/max-session.ts';
import { type Stage, startStage } from './stage.ts';
import { walkThrough } from './walk.ts';

const needsMono = test.skipIf(!hasMono);
const reason = hasMono ? '' : ' (skipped: mono-mcs and mono-runtime are not installed)';
let stage: Stage;
let bridge: CompiledBridge;

beforeAll(async () => {
  if (!hasMono) return;
  bridge = compileBridge();
  stage = await startStage();
});
afterAll(async () => {
  await stage?.close();
  bridge?.remove();
});

needsMono(`walks from sign-in to switched topology${reason}`, async () => {
  const session = await startMax(bridge, { year: 2024 });

  try {
    await walkThrough(session, stage);
    expect((await session.max({ do: 'close' })).clocks).toBe(1);
  } finally {
    await session.close();
  }
});
