import { Socket } from 'node:net';
import { createStrictEmitter } from '../strict-emitter.ts';

// Runs first in every utility process of the host.
const lifeline = new Socket({ fd: 3, readable: true, writable: false });
lifeline.on('error', () => {});
lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));
lifeline.resume();
lifeline.unref();

const parentPort = createStrictEmitter({ name: 'process.parentPort', events: ['message'], members: {} });
const versions = Object.freeze({ ...process.versions, electron: process.env.ELECTRON_HOST_VERSION });
delete process.env.ELECTRON_HOST_VERSION;
Object.defineProperty(process, 'versions', { value: versions, enumerable: true });
Object.assign(process, { parentPort, type: 'utility' });
