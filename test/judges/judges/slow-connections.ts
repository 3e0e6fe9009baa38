import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';
import { withServer } from '../server-on-trial.ts';

const connections = 300;

/** slowhttptest with slow headers (-H) or slow bodies (-B): the server must let go of all, and serve others meanwhile. */
const slow = (kind: '-H' | '-B'): Judge => ({
  name: `slowhttptest ${kind}`,
  async run() {
    const absent = requireProgram('slowhttptest');
    if (absent) return absent;
    return withServer(async ({ baseUrl }) => {
      const target = kind === '-B' ? `${baseUrl}/api/auth/login` : baseUrl;
      const args = [
        kind,
        '-c',
        String(connections),
        '-i',
        '5',
        '-r',
        '100',
        '-l',
        '40',
        '-p',
        '3',
        '-u',
        target,
      ];
      const more = kind === '-B' ? ['-t', 'POST', '-s', '8192'] : [];
      const { text } = await runProgram('slowhttptest', [...args, ...more], { limit: 120 });
      const plain = stripVTControlCharacters(text);
      const ending = /Exit status:\s*(.+)/.exec(plain)?.[1]?.trim() ?? 'none';
      const seconds = /ended on (\d+)(?:th|st|nd|rd) second/.exec(plain)?.[1] ?? '?';
      const wasDown = /service available:\s*NO/i.test(plain);
      return {
        figures: `${connections} connections, over after ${seconds} s: ${ending}`,
        findings: [
          ...(ending === 'No open connections left' ? [] : [`It ended with: ${ending}.`]),
          ...(wasDown ? ['The service was not available meanwhile.'] : []),
        ],
      };
    });
  },
});

export const slowHeaders = slow('-H');
export const slowBodies = slow('-B');

const silent = 200;
const patience = 40;

/** Connections that never send a byte, which neither a header's nor a request's time limit covers. */
export const silentConnections: Judge = {
  name: 'Silent connections',
  run: () =>
    withServer(async ({ baseUrl }) => {
      const { port } = new URL(baseUrl);
      let open = 0;
      const sockets = Array.from({ length: silent }, () => {
        const socket = net.connect(Number(port), '127.0.0.1');
        socket.once('connect', () => {
          open += 1;
        });
        socket.once('close', () => {
          open -= 1;
        });
        socket.on('error', () => undefined);
        return socket.resume();
      });
      const start = performance.now();
      const seconds = () => (performance.now() - start) / 1000;
      await delay(1000);
      const { status } = await fetch(`${baseUrl}/healthz`);
      while (open > 0 && seconds() < patience) await delay(250);
      const took = Math.round(seconds());
      for (const socket of sockets) socket.destroy();
      return {
        figures: `${silent} connections without a byte: ${open} open after ${took} s`,
        findings: [
          ...(open > 0 ? [`${open} of ${silent} silent connections are open after ${patience} s.`] : []),
          ...(status === 200 ? [] : [`/healthz answered ${status} meanwhile.`]),
        ],
      };
    }),
};
