import { serveInspection, type WorkTools } from '../../inspect/serve-inspection.ts';
import { drawPictures } from './draw-pictures.ts';
import { keepGuids } from './identity/keep-guids.ts';
import type { LibraryWork } from './library-pool.ts';
import { visitFolder } from './visit-folder.ts';

type Serve = {
  readonly [N in keyof LibraryWork]: (
    job: LibraryWork[N]['job'],
    tools: WorkTools,
  ) => LibraryWork[N]['output'] | Promise<LibraryWork[N]['output']>;
};
const serve: Serve = {
  async visit(given, { inspect, onFile, distrusted }) {
    const job = { ...given, distrusted };
    const visited = await visitFolder(job, { inspect, onFile });
    return { ...visited, pictures: await drawPictures(job, visited, onFile) };
  },
  async unpack(job, tools) {
    // Loaded on demand, as most libraries have no archives.
    const { unpackArchive } = await import('../archives/unpack-archive.ts');
    return unpackArchive(job, tools);
  },
  'keep-guids': (job) => keepGuids(job),
};
await serveInspection(serve);
