import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { createPrivateAuthority } from '../../helpers/private-authority.ts';
import { filesOf, readDeployedProxy, startCaddy, startNginx, whyNo } from '../../helpers/web-server.ts';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram, sha256OfFile } from '../judge.ts';
import { openFreeFile } from '../people.ts';
import { guids, withServer } from '../server-on-trial.ts';

const starters = { nginx: startNginx, caddy: startCaddy };

/** A web server by the lines of our own documentation, with TLS, and curl as the person who downloads through it by HTTP/2. */
const webServer = (name: string, accel: keyof typeof starters): Judge => ({
  name,
  async run() {
    const absent =
      requireProgram('curl') ??
      requireProgram('openssl') ??
      (whyNo(accel) === null ? null : requireProgram(accel));
    if (absent) return absent;
    const port = await findQuietPort();
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
    const authority = createPrivateAuthority(path.join(folder, 'authority'));
    const { certFile: cert, keyFile: key } = authority.issue('localhost');
    const env = {
      LODESTOCK_ACCEL: accel,
      LODESTOCK_BASE_URL: `https://localhost:${port}`,
      LODESTOCK_PORT: String(await findQuietPort()),
    };
    return withServer(
      async ({ baseUrl, libraryDir }) => {
        const lines = readDeployedProxy(filesOf[accel])
          .replace('127.0.0.1:8787', new URL(baseUrl).host)
          .replace('/path/to/models', libraryDir);
        const front = await starters[accel](port, lines, { cert, key });
        const target = path.join(folder, 'file');
        const findings: string[] = [];
        const expectThat = (isTrue: boolean, finding: string) => void (isTrue || findings.push(finding));
        const curl = async (...args: readonly string[]) => {
          const asked = ['-sS', '--http2', '--cacert', authority.file, '-w', '%{http_version} %{http_code}'];
          const { text } = await runProgram('curl', [...asked, '-o', target, ...args]);
          expectThat(text.startsWith('2 '), `not by HTTP/2: ${text}`);
          return text.trim().split(' ').at(-1) ?? '';
        };
        try {
          for (const guid of guids) {
            const { url, sha256 } = await openFreeFile(baseUrl, guid);
            expectThat(
              (await curl(url)) === '200' && sha256OfFile(target) === sha256,
              `${guid}: another file`,
            );
            truncateSync(target, 10);
            const status = await curl('-C', '-', url);
            expectThat(status === '206' && sha256OfFile(target) === sha256, `${guid}: resumed as ${status}`);
            const known = await curl('-H', `If-None-Match: "${sha256}"`, url);
            expectThat(known === '304', `${guid}: ${known} for what is known`);
            const changed = await curl('-H', 'If-Match: "other"', url);
            expectThat(changed === '412', `${guid}: ${changed} for what has changed`);
          }
        } finally {
          await front.stop();
          rmSync(folder, { recursive: true, force: true });
        }
        const figures = `${guids.length} files by the documented lines, HTTP/2: whole, resumed, known, changed`;
        return { figures, findings };
      },
      { env },
    );
  },
});

export const nginx = webServer('nginx', 'nginx');
export const caddy = webServer('Caddy', 'caddy');
