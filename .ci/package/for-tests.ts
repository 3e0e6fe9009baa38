import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Packages the built app again, unsigned, into release-for-tests/, with the one fuse that Playwright needs, as it
 * starts an app with --inspect. Everything else is as released. Arguments are electron-builder's.
 */
const root = path.resolve(import.meta.dirname, '../..');
const system = { darwin: '--mac', win32: '--win' }[String(process.platform)] ?? '--linux';
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/electron-builder/cli.js'),
    ...[system, 'dir', `--${process.arch}`, '--publish', 'never', '-c.directories.output=release-for-tests'],
    '-c.electronFuses.enableNodeCliInspectArguments=true',
    // macOS opens nothing without a signature: an ad-hoc one works on the same Mac, but without the hardened runtime
    ...(process.platform === 'darwin' ? ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'] : []),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' } },
);
process.exitCode = status ?? 1;
