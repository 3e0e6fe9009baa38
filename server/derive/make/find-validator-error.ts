/// <reference path="./gltf-validator.d.ts" />
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { describeProblem } from '../../inspect/broken-file.ts';
import type { SourceFile } from './source-file.ts';

const mostIssues = 1000;
const error = 0;
/** What the scan says already. */
const ignoredIssues = ['SCENE_NON_ROOT_NODE', 'IO_ERROR'];

/** What the validator of the format's makers counts as an error in a glTF or GLB file, the first of them; null where there is none. */
export async function findValidatorError({ file, support }: SourceFile): Promise<string | null> {
  const { issues } = await validateBytes(new Uint8Array(await readFile(file)), {
    ...{ maxIssues: mostIssues, ignoredIssues, writeTimestamp: false },
    async externalResourceFunction(uri) {
      const place = support[path.posix.normalize(decodeURIComponent(uri).replaceAll('\\', '/'))];
      if (place === undefined) throw new Error('It is not there');
      return new Uint8Array(await readFile(place));
    },
  });
  const first = issues.messages.find(({ severity }) => severity === error);
  if (first === undefined) return null;
  const where = first.pointer ? ` at ${first.pointer}` : '';
  const count = issues.truncated ? `at least ${issues.numErrors}` : String(issues.numErrors);
  const what = `breaks rules of glTF (errors: ${count}), first${where}: ${first.message.replace(/\.$/, '')}.`;
  return describeProblem(
    path.basename(file),
    `${what} It is published, but strict programs may refuse it. Export it again.`,
  );
}
