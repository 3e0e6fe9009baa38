import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { createHttp } from '../../../../src-main/platform/network/http.ts';
import { describeNetworkFailure } from '../../../../src-main/platform/network/network-failure.ts';
import { createFindAgent, readSystemProxy } from '../../../../src-main/platform/network/proxies.ts';
import { startConnectProxy } from '../../../helpers/connect-proxy.ts';
import { createPrivateAuthority, type Issued, whyNoAuthority } from '../../../helpers/private-authority.ts';

const reason = whyNoAuthority();
const name = 'models.studio.lan';
const fast = { retry: { limit: 0 } } as const;

describe.skipIf(reason !== null)(
  `a studio's own certificates and proxy${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    let folder = '';
    let caFile = '';
    let ca = '';
    let issued: Issued;

    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'studio-network-'));
      const authority = createPrivateAuthority(folder);
      caFile = authority.file;
      ca = authority.ca;
      issued = authority.issue(name);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    async function serve() {
      const server = createServer({ cert: issued.cert, key: issued.key }, (_request, response) =>
        response.end('models'),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
      const port: number = Object(server.address()).port;
      return port;
    }

    /** Asks the server in its own process, as what is trusted belongs to a process; prints its answer or why not. */
    function ask(port: number, env: Readonly<Record<string, string>>, files: readonly string[] = []) {
      const script = path.join(folder, `ask-${crypto.randomUUID()}.mjs`);
      const from = (file: string) =>
        JSON.stringify(path.resolve(import.meta.dirname, '../../../../src-main/platform/network', file));
      writeFileSync(
        script,
        `import https from 'node:https';
      import { createTrust } from ${from('certificates.ts')};
      import { createHttp } from ${from('http.ts')};
      import { describeNetworkFailure } from ${from('network-failure.ts')};
      const log = { info() {}, warn: (event) => console.log(event), error() {} };
      const trust = createTrust({ files: () => ${JSON.stringify(files)}, log });
      const agent = new https.Agent({ lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]) });
      const http = createHttp('test', { trust, findAgent: async () => agent });
      await http.get('https://${name}:${port}/', { retry: { limit: 0 } }).text().then(console.log, (error) => console.log(describeNetworkFailure(error)));`,
      );
      const { SSL_CERT_FILE: _file, NODE_EXTRA_CA_CERTS: _extra, ...inherited } = process.env;
      return spawnAsync(script, { ...inherited, ...env });
    }

    async function spawnAsync(script: string, env: NodeJS.ProcessEnv): Promise<string> {
      return new Promise((resolve, reject) =>
        execFile(process.execPath, [script], { env }, (error, stdout) =>
          error ? reject(error) : resolve(stdout.trim()),
        ),
      );
    }

    test('is refused where nobody knows its authority', async () => {
      expect(await ask(await serve(), {})).toMatch(/not trusted by this computer/);
    });

    test('is trusted where the system knows its authority', async () => {
      expect(await ask(await serve(), { SSL_CERT_FILE: caFile })).toBe('models');
    });

    test('is trusted with the file of its authority', async () => {
      expect(await ask(await serve(), {}, [caFile])).toBe('models');
    });

    test('a broken file costs nobody the system’s authorities', async () => {
      const broken = path.join(folder, 'broken.pem');
      writeFileSync(broken, 'no certificate');

      const answer = await ask(await serve(), { SSL_CERT_FILE: caFile }, [
        broken,
        path.join(folder, 'gone.pem'),
      ]);

      expect(answer).toBe('certificates.not-read\ncertificates.not-read\nmodels');
    });

    const client = (
      env: Readonly<Record<string, string>>,
      system = 'DIRECT',
      signIn: { user: string; password: string } | null = null,
    ) =>
      createHttp('test', {
        findAgent: createFindAgent({ env, askSystem: async () => system, signIn: async () => signIn }),
      });

    /** What the client gets through a proxy with a password, where only the proxy knows the name. */
    async function askThrough(prepare: (proxy: string) => ReturnType<typeof client>) {
      const port = await serve();
      const proxy = await startConnectProxy({
        signIn: 'ada:s3cret/word',
        leads: { [`${name}:${port}`]: port },
      });
      onTestFinished(proxy.close);
      const answer = await prepare(proxy.url)
        .get(`https://${name}:${port}/`, { ...fast, https: { certificateAuthority: [ca] } })
        .text()
        .catch((error: unknown) => textOf(describeNetworkFailure(error)));
      return { answer, asked: proxy.asked, refused: proxy.refused };
    }
    const withUser = (url: string) => url.replace('://', '://ada:s3cret%2Fword@');

    test.each(['HTTPS_PROXY', 'https_proxy'])(
      'goes through the proxy of %s with its password',
      async (variable) => {
        const { answer, asked, refused } = await askThrough((proxy) =>
          client({ [variable]: withUser(proxy) }),
        );

        expect(answer).toBe('models');
        expect(asked).toHaveLength(1);
        expect(refused).toEqual([]);
      },
    );

    test('goes through the system’s proxy with a stored password', async () => {
      const { answer, asked } = await askThrough((proxy) =>
        client({}, `PROXY ${new URL(proxy).host}; DIRECT`, { user: 'ada', password: 's3cret/word' }),
      );

      expect(answer).toBe('models');
      expect(asked).toHaveLength(1);
    });

    test('says that a proxy wants a password', async () => {
      const { answer, refused } = await askThrough((proxy) => client({}, `PROXY ${new URL(proxy).host}`));

      expect(answer).toMatch(/the proxy requires a user name and a password/);
      expect(refused).toHaveLength(1);
    });

    test('goes around a proxy where the environment says so', async () => {
      const { answer, asked } = await askThrough((proxy) =>
        client({ HTTPS_PROXY: withUser(proxy), NO_PROXY: '*.lan' }),
      );

      expect(answer).toMatch(/ENOTFOUND|EAI_AGAIN/);
      expect(asked).toEqual([]);
    });
  },
);

test.each([
  ['DIRECT', null],
  ['PROXY proxy.lan:3128; DIRECT', 'http://proxy.lan:3128'],
  ['HTTPS proxy.lan:443', 'https://proxy.lan:443'],
  ['SOCKS5 proxy.lan:1080; PROXY proxy.lan:3128', 'http://proxy.lan:3128'],
  ['DIRECT; PROXY proxy.lan:3128', null],
  ['', null],
])('reads the system’s answer %j', (answer, expected) => {
  expect(readSystemProxy(answer)).toBe(expected);
});

test('says that it cannot use SOCKS', () => {
  expect(() => readSystemProxy('SOCKS5 proxy.lan:1080')).toThrow(/SOCKS/);
});
