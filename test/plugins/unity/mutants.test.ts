import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { plugin, unityTest } from './compiled-plugin.ts';
import type { Walk } from './mutant-walks.ts';
import { mutants, walks } from './mutants.ts';
import { prepareUnity } from './prepare-unity.ts';

const { stage, editor, start } = prepareUnity();
const source = readFileSync(plugin, 'utf8');

/** Compiles a version of the plugin and takes it along a walk. */
async function meet(text: string, along: Walk) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-mutant-'));
  const file = path.join(folder, 'free3d_online.cs');
  writeFileSync(file, text);
  try {
    const unity = start({ library: editor().compilePlugin(file) });
    try {
      await along(unity, stage());
    } finally {
      unity.kill();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [what, from, to, along, reason] of mutants) {
  unityTest(`notices ${what}`, async () => {
    const met = meet(
      source.replace(from, () => to),
      along,
    );

    expect(source).toContain(from);
    await expect(met).rejects.toThrow(reason);
  });
}

unityTest('finds no fault in the plugin itself', async () => {
  for (const along of walks) {
    stage().mend();
    await meet(source, along);
  }
});
