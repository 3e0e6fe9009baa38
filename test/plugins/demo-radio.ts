import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemo } from '../../.ci/demo/build-demo.ts';

/** The demo's radio, which has a full set of pictures, as files of a library. */
export function readDemoRadio(): Readonly<Record<string, Buffer>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-radio-'));
  writeDemo(folder, { models: ['portable-radio'], budgets: { '10k': 2500, '100k': 2500 } });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile());
  const found = Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name))]));
  rmSync(folder, { recursive: true });
  return found;
}
