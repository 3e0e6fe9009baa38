import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCatalogue, scenePath } from './catalogue.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The files of the app's main process that run while `work` does, by V8's coverage. */
async function listEntered(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const entered = result.filter(({ functions }) =>
      functions.some(({ ranges, functionName }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    );
    const files = entered.map(({ url }) =>
      path.relative(root, url.replace(/^file:\/\//, '').split('?')[0] ?? ''),
    );
    return files.filter((file) => file.startsWith('src-main/')).toSorted();
  } finally {
    session.disconnect();
  }
}

/** Files of downloads and library. A longer walk is harder to follow: merge before you raise this. */
const longestWalk = 25;

test('a download passes through few files, from its job to the file in the library', async () => {
  const scene = Buffer.from('the scene '.repeat(500));
  const warm = await createCatalogue({ files: { [scenePath]: scene } });
  await warm.start();
  const { start } = await createCatalogue({ files: { [scenePath]: scene } });

  const entered = (await listEntered(start)).filter((file) => /^src-main\/(downloads|library)\//.test(file));

  expect(entered).toContain('src-main/downloads/download.ts');
  expect(entered.length, entered.join('\n')).toBeLessThanOrEqual(longestWalk);
});
