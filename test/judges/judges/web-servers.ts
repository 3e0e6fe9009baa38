import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { readDocumentedBlock, startCaddy, startNginx, whyNo } from '../../helpers/web-server.ts';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';
import { openFreeFile } from '../people.ts';
import { guids, withServer } from '../server-on-trial.ts';

const starters = { nginx: startNginx, caddy: startCaddy };
const sha256Of = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A web server by the lines of our own documentation, and curl as the person who downloads through it. */
const webServer = (name: string, accel: keyof typeof starters): Judge => ({
  name,
  async run() {
    const absent = requireProgram('curl') ?? (whyNo(accel) === null ? null : requireProgram(accel));
    if (absent) return absent;
    const port = await findQuietPort();
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
    const env = {
      LODESTOCK_ACCEL: accel,
      LODESTOCK_BASE_URL: `http://127.0.0.1:${port}`,
      LODESTOCK_PORT: String(await findQuietPort()),
    };
    return withServer(
      async ({ baseUrl, libraryDir }) => {
        const lines = readDocumentedBlock(accel)
          .replace('127.0.0.1:8787', new URL(baseUrl).host)
          .replace('/path/to/models', libraryDir);
        const front = await starters[accel](port, lines);
        const target = path.join(folder, 'file');
        const curl = async (...args: readonly string[]) => {
          const wanted = ['-sS', '-w', '%{http_code}', '-o', target, ...args];
          return (await runProgram('curl', wanted)).text.trim();
        };
        const findings: string[] = [];
        const expectThat = (isTrue: boolean, finding: string) => void (isTrue || findings.push(finding));
        try {
          for (const guid of guids) {
            const { url, sha256 } = await openFreeFile(env.LODESTOCK_BASE_URL, guid);
            expectThat((await curl(url)) === '200' && sha256Of(target) === sha256, `${guid}: another file`);
            truncateSync(target, 10);
            const status = await curl('-C', '-', url);
            expectThat(status === '206' && sha256Of(target) === sha256, `${guid}: resumed as ${status}`);
            const known = await curl('-H', `If-None-Match: "${sha256}"`, url);
            expectThat(known === '304', `${guid}: ${known} for what is known`);
            const changed = await curl('-H', 'If-Match: "other"', url);
            expectThat(changed === '412', `${guid}: ${changed} for what has changed`);
          }
        } finally {
          await front.stop();
          rmSync(folder, { recursive: true, force: true });
        }
        const figures = `${guids.length} files by the documented lines: whole, resumed, known, changed`;
        return { figures, findings };
      },
      { env },
    );
  },
});

export const nginx = webServer('nginx', 'nginx');
export const caddy = webServer('Caddy', 'caddy');
