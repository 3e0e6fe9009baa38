import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Builds, then packages with electron-builder, which gets the arguments. */
const root = path.resolve(import.meta.dirname, '../..');
const steps = [
  ['node_modules/vite/bin/vite.js', 'build'],
  ['.ci/package/prepare-package.ts'],
  ['node_modules/electron-builder/cli.js', ...process.argv.slice(2)],
] as const;

for (const [script, ...args] of steps) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
