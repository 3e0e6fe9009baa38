import { parentPort, workerData } from 'node:worker_threads';
import { createInspectionPool } from '../inspect/inspection-pool.ts';

const pool = createInspectionPool();
pool.warmUp();
// The threads that read start while this one loads the rest.
const { serveScans } = await import('./serve-scans.ts');

const serve = serveScans(workerData, { pool, send: (report) => parentPort?.postMessage(report) });
parentPort?.on('message', serve);
