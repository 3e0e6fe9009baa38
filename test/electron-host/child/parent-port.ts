import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createStrictEmitter } from '../strict-emitter.ts';

// Runs first in every utility process of the host.
const lifeline = new Socket({ fd: 3, readable: true, writable: false });
lifeline.on('error', () => {});
lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));

const parentPort = createStrictEmitter({ name: 'process.parentPort', events: ['message'], members: {} });
createInterface({ input: lifeline }).on('line', (line) => {
  parentPort.emit('message', { data: JSON.parse(line), ports: [] });
});
lifeline.unref();
const versions = Object.freeze({ ...process.versions, electron: process.env.ELECTRON_HOST_VERSION });
delete process.env.ELECTRON_HOST_VERSION;
Object.defineProperty(process, 'versions', { value: versions, enumerable: true });
Object.assign(process, { parentPort, type: 'utility' });
