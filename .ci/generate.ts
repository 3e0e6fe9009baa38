import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '../server/contract/index.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The renderer may not load zod, so it gets the addresses of the routes as plain data. */
function renderRouteMap() {
  const rows = Object.entries(routes).map(([name, route]) => {
    const query = 'query' in route ? Object.keys(route.query.shape) : [];
    const list = query.map((field) => `'${field}'`).join(', ');
    return `  ${name}: { method: '${route.method}', path: '${route.path}', query: [${list}] },`;
  });
  return [
    '// Made by `npm run generate` from server/contract. Do not edit.',
    '// biome-ignore format: one route per line',
    'export const routeMap = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

const outputs = new Map([['src-renderer/api/route-map.generated.ts', renderRouteMap]]);
const isCheck = process.argv.includes('--check');
const stale = [...outputs].filter(([file, render]) => {
  const target = path.join(root, file);
  const current = readFileSync(target, { encoding: 'utf8', flag: 'a+' });
  const next = render();
  if (current !== next && !isCheck) writeFileSync(target, next);
  return current !== next;
});
for (const [file] of stale) console.log(isCheck ? `${file} is stale: run npm run generate` : `wrote ${file}`);
if (isCheck && stale.length > 0) process.exitCode = 1;
