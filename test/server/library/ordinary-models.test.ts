import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtPages } from '../../helpers/built.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { listLacking, listLeftOut } from '../../helpers/ordinary-disk.ts';
import { waitForPosters, whyNoPosters, windowlessBrowser } from '../../helpers/poster-browser.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';
import { hasSharedModels, readSharedFile, sharedModelsFolder } from '../../helpers/shared-models.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';

const why = hasSharedModels ? whyNoPosters : ' (skipped: no models in ../shared/data)';

test.skipIf(windowlessBrowser === null || !hasSharedModels)(
  `gives downloads as they come posters and levels${why}`,
  async () => {
    const library = makeLibraryFolder();
    const copy = (from: string, to: string) =>
      cpSync(path.join(sharedModelsFolder, from), path.join(library.folder, to), { recursive: true });
    copy('sofa', 'Downloads/sofa');
    copy('stl-torus', 'Prints');
    copy('bad-badarray-gltf', 'Downloads/broken');
    const keg = { name: 'keg.glb', content: readSharedFile('beer-keg', 'keg_decorated.gltf.glb') };
    writeFileSync(path.join(library.folder, 'keg.zip'), sampleZip([keg]));
    const server = await startTestServer({
      libraryDir: library.folder,
      rendererDir: builtPages,
      environment: {
        LODESTOCK_LEVELS: 'auto',
        LODESTOCK_LEVEL_FORMATS: 'glb',
        LODESTOCK_POSTERS: 'auto',
        LODESTOCK_CHROMIUM: windowlessBrowser ?? '',
      },
      tuning: { posters: { timeout: 240_000, retry: 1000 } },
    });
    const waiting = server.db
      .prepare("SELECT count(*) FROM job WHERE kind = 'level' AND state = 'waiting'")
      .pluck();
    await until(() => waiting.get() === 0);
    await waitForPosters(server);

    const { body } = await server.call('browse', {});

    expect(body.results).toHaveLength(3);
    expect(body.results.map(({ lods }) => lods.includes('1k'))).toEqual([true, true, true]);
    expect(listLacking(server.db)).toEqual([]);
    expect([...listLeftOut(server.db).keys()]).toEqual(['Downloads/broken/badArray.gltf']);
  },
  900_000,
);
