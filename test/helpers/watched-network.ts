import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const recorder = path.join(import.meta.dirname, 'record-network.mjs');

type Contact = { readonly kind: string; readonly host: string; readonly port: string };

/** Watches which addresses a Node program contacts: give it `env`, and read the contacts afterwards. */
export function watchNetwork() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-network-'));
  const log = path.join(folder, 'contacts');
  const read = (): readonly Contact[] => {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const [kind = '', host = '', port = ''] = line.split(' ');
      return { kind, host, port };
    });
  };
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(recorder).href}`, LODESTOCK_TEST_NETWORK_LOG: log },
    /** For programs that take no NODE_OPTIONS: a module to load first, which is told of the log by its variable. */
    ...{ recorder, log },
    /** How many processes and threads were watched. */
    watched: () => read().filter(({ kind }) => kind === 'watching').length,
    contacts: () => read().filter(({ kind }) => kind !== 'watching'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Whether a host is this machine, so that nothing leaves it. */
export const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
