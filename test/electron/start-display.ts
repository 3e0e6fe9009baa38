import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A screen of its own for the windows, under Linux; it ends with the process that started it. */
export async function startDisplay() {
  // Without -noreset, it starts over when its last window closes, and refuses the app that starts at that moment.
  const screen = ['-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-ac', '-noreset'];
  const child = spawn('setpriv', ['--pdeathsig=KILL', 'Xvfb', '-displayfd', '1', ...screen], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const isOver = once(child, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with ${code} before it had a screen`);
  });
  isOver.catch(() => {});
  const [number] = await Promise.race([once(createInterface(child.stdout), 'line'), isOver]);
  return {
    name: `:${number}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
