import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { hasMono } from '../mono.ts';
import { readMutants } from '../read-mutants.ts';
import { type Editor, plugin, unityTest } from './compiled-plugin.ts';
import { type Walk, walks } from './mutant-walks.ts';
import { makeHome } from './offered-update.ts';
import { prepareUnity } from './prepare-unity.ts';
import { startUnity } from './unity-session.ts';

const { stage, editor } = prepareUnity();
const source = readFileSync(plugin, 'utf8');
// Those on the plain walk first: it leaves the stage as it is, so that several can go at once.
const isCalm = ({ walk }: { readonly walk: string }) => walk === 'walk';
const all = readMutants(import.meta.dirname);
const mutants = [...all.filter(isCalm), ...all.filter((one) => !isCalm(one))];
const atOnce = 3;
let versions: ReturnType<Editor['compileVersions']> = [];
const calm: Promise<string>[] = [];

/** Takes a version of the plugin along a walk, and gives what goes wrong. */
async function meet(version: (typeof versions)[number] | undefined, along: Walk | undefined) {
  if (version === undefined || version.complaint !== '') return `The compiler says: ${version?.complaint}`;
  if (along === undefined) return 'There is no such walk.';
  const home = makeHome();
  const unity = startUnity({ editor: editor().editor, library: version.library, home });
  try {
    await along(unity, stage());
    return '';
  } catch (error) {
    return String(error);
  } finally {
    unity.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

beforeAll(() => {
  if (!hasMono) return;
  versions = editor().compileVersions(mutants.map(({ from, to }) => source.replace(from, () => to)));
  for (const [index, { walk }] of mutants.filter(isCalm).entries())
    calm.push(Promise.resolve(calm[index - atOnce]).then(() => meet(versions[index], walks[walk])));
});
afterAll(() => Promise.all(calm));

for (const [index, { what, from, walk, reason }] of mutants.entries()) {
  unityTest(`notices ${what}`, async () => {
    const met = await (calm[index] ?? meet(versions[index], walks[walk]));

    expect(source).toContain(from);
    expect(met).toContain(reason);
  });
}

unityTest('finds no fault in the plugin itself', async () => {
  for (const along of Object.values(walks)) {
    stage().mend();
    expect(await meet({ library: editor().library, complaint: '' }, along)).toBe('');
  }
});
