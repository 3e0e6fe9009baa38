import { parentPort } from 'node:worker_threads';
import { doFileWork, type FileOrder } from './file-work.ts';

// The thread of many-files.ts.
parentPort?.on('message', async (order: FileOrder) => parentPort?.postMessage(await doFileWork(order)));
