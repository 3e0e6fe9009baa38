import { serveInspection, type WorkTools } from '../../inspect/serve-inspection.ts';
import { keepGuids } from './keep-guids.ts';
import type { KeepGuidsJob, VisitJob } from './visit.ts';
import { visitFolder } from './visit-folder.ts';

await serveInspection({
  visit: (job: VisitJob, { inspect, onFile, distrusted }: WorkTools) =>
    visitFolder({ ...job, distrusted }, { inspect, onFile }),
  'keep-guids': (job: KeepGuidsJob) => keepGuids(job),
});
