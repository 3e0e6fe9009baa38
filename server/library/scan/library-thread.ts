import { serveInspection, type WorkTools } from '../../inspect/serve-inspection.ts';
import { type UnpackJob, unpackArchive } from '../archives/unpack-archive.ts';
import { keepGuids } from './keep-guids.ts';
import type { KeepGuidsJob, VisitJob } from './visit.ts';
import { visitFolder } from './visit-folder.ts';

await serveInspection({
  visit: (job: VisitJob, { inspect, onFile, distrusted }: WorkTools) =>
    visitFolder({ ...job, distrusted }, { inspect, onFile }),
  unpack: (job: UnpackJob, tools: WorkTools) => unpackArchive(job, tools),
  'keep-guids': (job: KeepGuidsJob) => keepGuids(job),
});
