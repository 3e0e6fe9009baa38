import { cpSync, mkdtempSync, renameSync } from 'node:fs';
import { request } from 'node:https';
import path from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import { findRunningServer } from '../../../../server/running-server.ts';
import { startConnectProxy } from '../../../helpers/connect-proxy.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import {
  createPrivateAuthority,
  type Issued,
  type PrivateAuthority,
  whyNoAuthority,
} from '../../../helpers/private-authority.ts';
import { startServerChild } from '../../../helpers/server-child.ts';
import { runServerCommand } from '../../../helpers/server-command.ts';

const reason = whyNoAuthority();
const name = 'models.studio.lan';

describe.skipIf(reason !== null)(
  `a server with a certificate${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    let folder = '';
    let authority: PrivateAuthority;
    let first: Issued;
    let second: Issued;

    beforeAll(() => {
      folder = makeFolder();
      authority = createPrivateAuthority(path.join(folder, 'ca'));
      first = authority.issue(name);
      second = authority.issue(name);
    });

    async function serve(env: Readonly<Record<string, string>> = {}) {
      const place = mkdtempSync(path.join(folder, 'run-'));
      const [certFile, keyFile] = [path.join(place, 'chain.pem'), path.join(place, 'key.pem')];
      cpSync(first.certFile, certFile);
      cpSync(first.keyFile, keyFile);
      const lines: string[] = [];
      const server = await startServerChild('dist/server/main.js', {
        onLine: (line) => lines.push(line),
        env: {
          LODESTOCK_DATA_DIR: path.join(place, 'data'),
          LODESTOCK_LIBRARY_DIR: place,
          LODESTOCK_PORT: '0',
          LODESTOCK_TLS_CERT: certFile,
          LODESTOCK_TLS_KEY: keyFile,
          LODESTOCK_HOST_NAMES: name,
          LODESTOCK_TEST_TUNING: JSON.stringify({ readers: 1, tlsLook: 50 }),
          ...env,
        },
      });
      const port = Number(new URL(server.baseUrl).port);
      return { ...server, port, certFile, keyFile, lines, dataDir: path.join(place, 'data') };
    }

    /** Asks under the server's name, trusting its authority alone. */
    function ask(port: number, where: string): Promise<{ status: number; body: string; serial: string }> {
      return new Promise((resolve, reject) => {
        const asked = request(
          {
            host: '127.0.0.1',
            port,
            path: where,
            servername: name,
            headers: { host: `${name}:${port}` },
            ca: [readCa()],
          },
          (response) => {
            let body = '';
            const { serialNumber } = Object(response.socket).getPeerCertificate();
            response.setEncoding('utf8').on('data', (text: string) => {
              body += text;
            });
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, body, serial: serialNumber }),
            );
          },
        );
        asked.on('error', reject).end();
      });
    }
    const readCa = () => authority.ca;
    const serialOf = (port: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', servername: name, ca: [readCa()] }, () => {
          const { serialNumber }: PeerCertificate = socket.getPeerCertificate();
          socket.destroy();
          resolve(serialNumber);
        }).on('error', reject);
      });

    test('answers encrypted under its name, and nothing that is not encrypted', async () => {
      const server = await serve();

      const { status, body } = await ask(server.port, '/healthz');

      expect(server.baseUrl).toMatch(/^https:/);
      expect({ status, body }).toEqual({ status: 200, body: '{"ok":true}' });
      await expect(fetch(`http://127.0.0.1:${server.port}/healthz`)).rejects.toThrow();
      const url = await findRunningServer(server.dataDir); // by programs of its own machine
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    });

    test('takes up a renewed certificate without a restart', async () => {
      const { port, certFile, keyFile } = await serve();
      const before = await serialOf(port);

      cpSync(second.certFile, `${certFile}.new`);
      cpSync(second.keyFile, `${keyFile}.new`);
      renameSync(`${keyFile}.new`, keyFile);
      renameSync(`${certFile}.new`, certFile);

      await expect.poll(() => serialOf(port)).not.toBe(before);
    });

    test('keeps its certificate while a renewal is half done', async () => {
      const { port, certFile, lines } = await serve();
      const before = await serialOf(port);

      cpSync(second.certFile, `${certFile}.new`);
      renameSync(`${certFile}.new`, certFile);

      await expect.poll(() => lines.join('\n')).toContain('The certificate stays the one before.');
      expect(await serialOf(port)).toBe(before);
      expect((await ask(port, '/healthz')).status).toBe(200);
    });

    test('lets a command through a proxy to a server with a certificate of the studio', async () => {
      const { port } = await serve();
      const proxy = await startConnectProxy({ leads: { [`${name}:443`]: port } });
      onTestFinished(proxy.close);

      const { code, stderr } = await runServerCommand(
        ['project', 'check', 'none', '--server', `https://${name}`],
        {
          dataDir: '/nowhere/lodestock',
          environment: {
            LODESTOCK_TOKEN: 'lsk_wrong',
            LODESTOCK_CA_FILE: authority.file,
            HTTPS_PROXY: proxy.url,
          },
        },
      );

      expect([code, stderr]).toEqual([2, expect.stringMatching(/^Sign in first/)]);
    });

    test('follows an encrypted file host through a proxy', async () => {
      const key = { LODESTOCK_SYNC_KEY: 'studio-key' };
      const host = await serve({ ...key, LODESTOCK_ROLE: 'host' });
      const proxy = await startConnectProxy({ signIn: 'ada:word', leads: { [`${name}:443`]: host.port } });
      onTestFinished(proxy.close);
      const place = mkdtempSync(path.join(folder, 'site-'));

      const site = await startServerChild('dist/server/main.js', {
        env: {
          ...key,
          LODESTOCK_DATA_DIR: path.join(place, 'data'),
          LODESTOCK_PORT: '0',
          LODESTOCK_ROLE: 'site',
          LODESTOCK_HOSTS: `https://${name}`,
          LODESTOCK_CA_FILE: authority.file,
          HTTPS_PROXY: proxy.url.replace('://', '://ada:word@'),
        },
      });

      await expect.poll(() => proxy.asked).toContain(`${name}:443`);
      expect(proxy.refused).toEqual([]);
      await expect
        .poll(async () => (await (await fetch(`${site.baseUrl}/readyz`)).json()).ok, { interval: 100 })
        .toBe(true);
    });
  },
);

test.each([
  [{ LODESTOCK_TLS_CERT: '/chain.pem' }, /LODESTOCK_TLS_KEY: Set the certificate and its key/],
  [{ LODESTOCK_TLS_KEY: '/key.pem' }, /LODESTOCK_TLS_CERT: Set the certificate and its key/],
])('refuses %j alone', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});
