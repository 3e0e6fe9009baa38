import { readFileSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { hasMono } from '../mono.ts';
import { readMutants } from '../read-mutants.ts';
import { type Editor, plugin, unityTest } from './compiled-plugin.ts';
import { type Walk, walks } from './mutant-walks.ts';
import { prepareUnity } from './prepare-unity.ts';

const { stage, editor, start } = prepareUnity();
const source = readFileSync(plugin, 'utf8');
const mutants = readMutants(import.meta.dirname);
let versions: ReturnType<Editor['compileVersions']> = [];

beforeAll(() => {
  const texts = mutants.map(({ from, to }) => source.replace(from, () => to));
  if (hasMono) versions = editor().compileVersions(texts);
});

/** Takes a version of the plugin along a walk. */
async function meet({ library, complaint }: { library: string; complaint: string }, along: Walk | undefined) {
  if (complaint !== '') throw new Error(`The compiler says: ${complaint}`);
  const unity = start({ library });
  try {
    if (along === undefined) throw new Error('There is no such walk.');
    await along(unity, stage());
  } finally {
    unity.kill();
  }
}

for (const [index, { what, from, walk, reason }] of mutants.entries()) {
  unityTest(`notices ${what}`, async () => {
    const version = versions[index] ?? { library: '', complaint: 'was not compiled' };

    const met = meet(version, walks[walk]);

    expect(source).toContain(from);
    await expect(met).rejects.toThrow(reason);
  });
}

unityTest('finds no fault in the plugin itself', async () => {
  for (const along of Object.values(walks)) {
    stage().mend();
    await meet({ library: editor().library, complaint: '' }, along);
  }
});
