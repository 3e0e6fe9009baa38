import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderOpenApi } from '../../../server/base/http/docs.ts';
import { externalFile, externalFolder, requireExternal } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';

/** What a programmer would write against the generated types; it must compile as it stands. */
const client = `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const api = createClient<paths>({ baseUrl: 'http://127.0.0.1:8787', headers: { authorization: 'Bearer x' } });

export async function download(words: string): Promise<string> {
  const found = await api.GET('/api-embeddings', { params: { query: { q: words } } });
  const guid = found.data?.results[0]?.guid;
  if (guid === undefined) throw new Error(found.error?.message ?? 'nothing found');
  const formats = await api.GET('/api/download/formats/{guid}', { params: { path: { guid } } });
  const file = formats.data?.topologies[0]?.files.find(({ role, requires = [] }) => role === 'scene' && requires.length === 0);
  if (file === undefined) throw new Error('no file');
  const direct = await api.POST('/api/download/direct', { body: file.downloadRequest.body });
  if (direct.error) throw new Error(direct.error.code);
  const url: string = direct.data.downloadUrl;
  // @ts-expect-error: the server gives no such field
  direct.data.noSuchField;
  return url;
}
`;
const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];

/** Types that openapi-typescript makes of the server's description, and a client that is compiled against them. */
export const typedClient: Judge = {
  name: 'openapi-typescript',
  async run() {
    const absent = await requireExternal();
    if (absent) return absent;
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-typed-'));
    try {
      mkdirSync(folder, { recursive: true });
      symlinkSync(path.join(externalFolder, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
      const at = (name: string) => path.join(folder, name);
      writeFileSync(at('package.json'), '{"type":"module"}');
      writeFileSync(at('openapi.yaml'), renderOpenApi('http://127.0.0.1:8787'));
      writeFileSync(at('client.ts'), client);
      const run = (file: string, args: readonly string[]) =>
        runProgram(process.execPath, [externalFile(file), ...args], { cwd: folder });
      const generated = await run('openapi-typescript/bin/cli.js', ['openapi.yaml', '-o', 'schema.d.ts']);
      if (generated.code !== 0) return { figures: '', findings: [generated.text.trim()] };
      const compiled = await run('typescript/bin/tsc', [...options, 'client.ts']);
      const findings = compiled.code === 0 ? [] : compiled.text.trim().split('\n');
      return { figures: 'types of every route, and a client compiled against them', findings };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
