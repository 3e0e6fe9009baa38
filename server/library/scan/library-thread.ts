import { serveInspection, type WorkTools } from '../../inspect/serve-inspection.ts';
import type { UnpackJob } from '../archives/unpack-archive.ts';
import { keepGuids } from './keep-guids.ts';
import type { KeepGuidsJob, VisitJob } from './visit.ts';
import { visitFolder } from './visit-folder.ts';

await serveInspection({
  visit: (job: VisitJob, { inspect, onFile, distrusted }: WorkTools) =>
    visitFolder({ ...job, distrusted }, { inspect, onFile }),
  async unpack(job: UnpackJob, tools: WorkTools) {
    // Most libraries have no archive.
    const { unpackArchive } = await import('../archives/unpack-archive.ts');
    return unpackArchive(job, tools);
  },
  'keep-guids': (job: KeepGuidsJob) => keepGuids(job),
});
