import { serveInspection } from './serve-inspection.ts';

await serveInspection();
