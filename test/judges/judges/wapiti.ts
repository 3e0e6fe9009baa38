import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';
import { withServer } from '../server-on-trial.ts';

const Entry = z.looseObject({ info: z.coerce.string(), path: z.coerce.string() });
const Report = z.looseObject({
  vulnerabilities: z.record(z.string(), z.array(Entry)),
  anomalies: z.record(z.string(), z.array(Entry)),
});
/** All that stay on this machine: others call a server of the tool's authors. */
const modules = 'xss,sql,file,exec,crlf,redirect,backup,htaccess,methods,http_headers,cookieflags,csp';

const list = (kind: string, found: Readonly<Record<string, readonly z.infer<typeof Entry>[]>>) =>
  Object.entries(found).flatMap(([category, entries]) =>
    entries.map(({ info, path: at }) => `${kind} ${category}: ${at} ${info}`.replaceAll(/\s+/g, ' ')),
  );

export const wapiti: Judge = {
  name: 'wapiti',
  async run() {
    const absent = requireProgram('wapiti');
    if (absent) return absent;
    const file = path.join(tmpdir(), `lodestock-wapiti-${crypto.randomUUID()}.json`);
    return withServer(async ({ baseUrl }) => {
      const args = [
        '-u',
        `${baseUrl}/`,
        '--scope',
        'folder',
        '-m',
        modules,
        '--flush-session',
        '--no-bugreport',
      ];
      const limits = ['--max-scan-time', '180', '-f', 'json', '-o', file];
      // Pages are made in the browser, which wapiti is not: it is told where they and the API are.
      const starts = [
        'api-embeddings/?q=chair&category=Props&tag=wood&sort=title',
        'api-embeddings/browse?limit=5&offset=0&format=obj',
        'model/table?lod=10k&take=file',
        'sign-in?next=/account',
        'approve?code=ABCD-2345',
        'download/table/all?ext=obj&lod=1k',
        'download/table/format/obj?lod=1k&relativePath=1k/thing.obj',
        'viewer-asset/table/glb1k',
      ];
      const seeds = starts.flatMap((one) => ['-s', `${baseUrl}/${one}`]);
      const { text } = await runProgram('wapiti', [...args, ...seeds, ...limits], { limit: 400 });
      if (!existsSync(file)) return { absent: `it wrote no report: ${text.trim().split('\n').at(-1)}` };
      const { vulnerabilities, anomalies } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file);
      const findings = [...list('vulnerability', vulnerabilities), ...list('anomaly', anomalies)];
      const attacks = modules.split(',').length;
      return { figures: `${attacks} modules`, findings: [...new Set(findings)] };
    });
  },
};
