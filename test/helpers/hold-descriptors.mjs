/**
 * Preloaded into a server: when it listens, takes all file descriptors but as many as HOLD_ALL_BUT says, until SIGUSR2.
 */
import { closeSync, openSync } from 'node:fs';
import { Server } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const held = [];

function hold() {
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if (error.code !== 'EMFILE') throw error;
  }
  for (const descriptor of held.splice(-Number(process.env.HOLD_ALL_BUT))) closeSync(descriptor);
}

if (isMainThread) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, ...given) {
    if (event === 'listening' && held.length === 0) hold();
    return emit.call(this, event, ...given);
  };
  process.on('SIGUSR2', () => {
    for (const descriptor of held.splice(0)) closeSync(descriptor);
  });
}
