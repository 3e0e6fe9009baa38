import { getPriority } from 'node:os';
import { serveInspection } from '../../../server/inspect/serve-inspection.ts';

await serveInspection({ priority: () => getPriority() });
