import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { isMainThread } from 'node:worker_threads';
import { createStrictEmitter } from '../strict-emitter.ts';

function openParentPort() {
  const lifeline = new Socket({ fd: 3, readable: true, writable: false });
  lifeline.on('error', () => {});
  lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));
  lifeline.unref();
  const parentPort = createStrictEmitter({ name: 'process.parentPort', events: ['message'], members: {} });
  // As Electron does, what comes before somebody listens is kept.
  const early: string[] = [];
  const deliver = (line: string) => parentPort.emit('message', { data: JSON.parse(line), ports: [] });
  createInterface({ input: lifeline }).on('line', (line) => {
    if (parentPort.listenerCount('message') === 0) early.push(line);
    else deliver(line);
  });
  parentPort.on('newListener', (event) => {
    if (event === 'message') queueMicrotask(() => early.splice(0).forEach(deliver));
  });
  return parentPort;
}

// Runs first in every utility process of the host, and in its threads, which have no port: they would read what comes for it.
if (isMainThread) Object.assign(process, { parentPort: openParentPort() });
const versions = Object.freeze({ ...process.versions, electron: process.env.ELECTRON_HOST_VERSION });
if (isMainThread) delete process.env.ELECTRON_HOST_VERSION;
Object.defineProperty(process, 'versions', { value: versions, enumerable: true });
Object.assign(process, { type: 'utility' });
