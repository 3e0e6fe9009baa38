import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Stage, startStage } from '../3dsmax/stage.ts';
import { makeFolder, type Scene, signIn } from './parts.ts';
import { hasPython } from './run-python.ts';

/** Why tests of the add-on's parts are skipped, as an end of their names. */
export const reason = hasPython ? '' : ' (skipped: python3 is not installed)';

/** A stage and a signed-in add-on for the tests of a file, made whole again after each of them. */
export function setScene() {
  const parts: { stage?: Stage; scene?: Scene } = {};
  const cleanups: (() => void)[] = [];
  beforeAll(async () => {
    if (!hasPython) return;
    const stage = await startStage();
    const { answer } = await signIn(stage);
    const { body } = await stage.server.call('search', { q: 'oak' });
    parts.stage = stage;
    parts.scene = { stage, token: String(Object(answer).appToken), guid: body.results[0]?.guid ?? '' };
  });
  afterEach(() => {
    parts.stage?.fault.set('none');
    parts.stage?.overlay.clear();
    for (const clean of cleanups.splice(0)) clean();
  });
  afterAll(() => parts.stage?.close());

  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the stage was not set');
    return value;
  };
  return {
    stage: () => required(parts.stage),
    scene: () => required(parts.scene),
    scratch() {
      const { folder, remove } = makeFolder();
      cleanups.push(remove);
      return folder;
    },
    cleanups,
  };
}
