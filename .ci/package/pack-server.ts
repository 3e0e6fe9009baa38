import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listOutsideServer, readManifest } from './list-outside.ts';

/** Copies the built server, and what it needs, into a given empty folder: node FOLDER/dist/server/main.js starts it. */
const root = path.resolve(import.meta.dirname, '../..');
const [, , target = ''] = process.argv;
const out = path.resolve(target);
if (target === '' || (existsSync(out) && readdirSync(out).length > 0)) {
  console.error('Name an empty folder: node .ci/package/pack-server.ts FOLDER');
  process.exit(1);
}

const modules = path.join(root, 'node_modules');
const isWanted = (file: string) => !file.endsWith('.map');
mkdirSync(out, { recursive: true });
for (const part of ['demo', 'manifests', 'renderer', 'server', 'starters'])
  cpSync(path.join(root, 'dist', part), path.join(out, 'dist', part), { recursive: true, filter: isWanted });
for (const { folder } of listOutsideServer(modules)) {
  const place = path.join(out, 'node_modules', path.relative(modules, folder));
  // Skips sources of native code, as the binaries are included.
  const isSource = (file: string) => /^(src|deps|script|build)$/.test(path.relative(folder, file));
  cpSync(folder, place, { recursive: true, dereference: true, filter: (file) => !isSource(file) });
}
cpSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
const { version } = readManifest(root);
writeFileSync(
  path.join(out, 'package.json'),
  `${JSON.stringify({ name: 'lodestock', version, type: 'module' }, null, 2)}\n`,
);
console.log(`The server ${version} is in ${out}.`);
