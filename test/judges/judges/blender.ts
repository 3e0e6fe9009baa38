import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import {
  blenderNumber,
  blenderProgram,
  hasBlender,
  hasExtensions,
} from '../../plugins/blender/blender-program.ts';
import { type Judge, runProgram } from '../judge.ts';
import { runTests } from '../run-tests.ts';

/** Blender's own judgement of the extension's file; nothing where it is content. */
async function validate(): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
  try {
    const { name } = buildBlenderExtension(folder);
    const command = ['-b', '--factory-startup', '--command', 'extension', 'validate'];
    const { code, text } = await runProgram(blenderProgram, [...command, path.join(folder, name)]);
    return code !== 0 || text.includes('FATAL_ERROR') ? [`extension validate: ${text.trim()}`] : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Blender itself: whether it takes our extension, and whether that imports what the server serves, format by format. */
export const blender: Judge = {
  name: 'Blender',
  async run() {
    if (!hasBlender) return { absent: 'not installed: apt-get install blender' };
    const invalid = hasExtensions ? await validate() : [];
    const walked = await runTests(
      'every format with every texture, hand-over, failures',
      'test/plugins/blender/blender.test.ts',
      'test/plugins/blender/formats.test.ts',
    );
    if ('absent' in walked) return walked;
    const validated = hasExtensions ? 'the extension validated' : 'too old for extensions';
    return {
      figures: `${blenderNumber}, ${validated}, ${walked.figures}`,
      findings: [...invalid, ...walked.findings],
    };
  },
};
