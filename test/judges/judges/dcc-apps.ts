import type { Judge } from '../judge.ts';
import { runTests } from '../run-tests.ts';

/** C# 7 by mcs, run by mono, in an editor that does what the manual of Unity says. */
export const simulatedUnity: Judge = {
  name: 'mcs and mono (Unity, simulated)',
  run: () =>
    runTests(
      'sign-in, search, import, scenes',
      'test/plugins/unity/walk.test.ts',
      'test/plugins/unity/scene.test.ts',
    ),
};

/** Our interpreter of MAXScript, with the .NET classes of mono. */
export const simulatedMax: Judge = {
  name: 'mono (3ds Max, simulated)',
  run: () =>
    runTests(
      'sign-in, search, import, scenes',
      'test/plugins/3dsmax/walk.test.ts',
      'test/plugins/3dsmax/scene.test.ts',
    ),
};

/** A program that no machine of ours has a licence for. */
const byHand = (name: string, checklist: string): Judge => ({
  name,
  run: async () => ({ absent: `needs a licence and a person: go through the checklist of ${checklist}` }),
});
export const realUnity = byHand('Unity itself', 'plugins/unity/README.md');
export const realMax = byHand('3ds Max itself', 'plugins/3dsmax/README.md');
