import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openCrashMarks } from '../inspect/crash-marks.ts';
import { createInspectionPool } from '../inspect/inspection-pool.ts';
import type { ScanSettings } from './scan-protocol.ts';

const settings: ScanSettings = workerData;
const marks = openCrashMarks(path.join(path.dirname(settings.databaseFile), 'reading'));
const pool = createInspectionPool({ marks });
pool.warmUp();
// The threads that read start while this one loads the rest.
const { serveScans } = await import('./serve-scans.ts');

const serve = serveScans(settings, { pool, send: (report) => parentPort?.postMessage(report) });
parentPort?.on('message', serve);
