import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { writeDemo } from '../../../.ci/demo/build-demo.ts';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';

/** Hands every file of the demo library with one of these endings to a reader, which says what is wrong with it. */
async function readDemo(endings: readonly string[], read: (file: string) => Promise<readonly string[]>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
  try {
    writeDemo(folder, { budgets: { '100k': 20_000 } });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      endings.includes(path.extname(name)),
    );
    const findings: string[] = [];
    for (const name of files)
      findings.push(...(await read(path.join(folder, name))).map((found) => `${name}: ${found}`));
    return { figures: `${files.length} files of the demo library`, findings };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const gltfValidator: Judge = {
  name: 'glTF validator',
  run: () =>
    readDemo(['.glb'], async (file) => {
      const { issues } = await validateBytes(new Uint8Array(readFileSync(file)));
      // Errors and warnings; what is below is advice.
      return issues.messages.filter(({ severity }) => severity < 2).map(({ code }) => code);
    }),
};

export const assimp: Judge = {
  name: 'assimp',
  run: async () =>
    requireProgram('assimp', 'assimp-utils') ??
    readDemo(['.glb', '.fbx', '.obj'], async (file) => {
      const { code, text } = await runProgram('assimp', ['info', file]);
      const faces = Number(/Faces:\s+(\d+)/.exec(text)?.[1] ?? 0);
      return code === 0 && faces > 0 ? [] : [text.trim().split('\n').at(-1) ?? `ended with ${code}`];
    }),
};
