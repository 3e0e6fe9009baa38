import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderOpenApi } from '../../../../server/base/http/docs.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const modules = path.join(root, 'node_modules');
const olderTypescript = path.join(root, 'test/helpers/typescript-5.mjs');

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

test('lets a client compile against types that openapi-typescript makes', () => {
  const folder = makeFolder();
  const at = (name: string) => path.join(folder, name);
  symlinkSync(modules, at('node_modules'), 'junction');
  writeFileSync(at('package.json'), '{"type":"module"}');
  writeFileSync(at('openapi.yaml'), renderOpenApi('http://127.0.0.1:8787'));
  writeFileSync(at('client.ts'), client);
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  };

  const generator = path.join(modules, 'openapi-typescript/bin/cli.js');
  const generated = run('--import', olderTypescript, generator, 'openapi.yaml', '-o', 'schema.d.ts');
  const compiled = run(path.join(modules, 'typescript/bin/tsc'), ...options, 'client.ts');

  expect([generated, compiled]).toEqual(['', '']);
});
