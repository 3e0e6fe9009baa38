import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Packages the built app once more, unsigned, into release-for-tests/, with the one fuse that Playwright needs: it starts an app
 * with --inspect. Everything else is as people get it. Arguments are electron-builder's.
 */
const root = path.resolve(import.meta.dirname, '../..');
const system = { darwin: '--mac', win32: '--win' }[String(process.platform)] ?? '--linux';
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/electron-builder/cli.js'),
    ...[system, 'dir', `--${process.arch}`, '--publish', 'never', '-c.directories.output=release-for-tests'],
    '-c.electronFuses.enableNodeCliInspectArguments=true',
    // macOS opens nothing without a signature: one without a name does on the same Mac, but loads no hardened runtime
    ...(process.platform === 'darwin' ? ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'] : []),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' } },
);
process.exitCode = status ?? 1;
