import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createBuilder, type Plugin } from 'vite';
import { buildSqlite } from '../../electron/build-sqlite.ts';
import { lowerFolder } from '../../electron/lower-app.ts';
import type { Prepared } from '../../electron/prepare-electron.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const runtimeBytes = 4096;

type Electron = Extract<Prepared, { readonly dist: string }>;
type Release = {
  readonly version: string;
  /** Where the package looks for newer versions. */
  readonly feed: string;
  readonly electron: Electron;
  /** Targets of electron-builder. */
  readonly targets: readonly string[];
  /** A folder that this empties and fills. */
  readonly folder: string;
  /** The public key that the app and its server take releases from, in place of the project's. */
  readonly key?: string;
};

/** The tools for AppImages that electron-builder would download, from Debian; the runtime is ours. */
function layOutTools(folder: string): void {
  mkdirSync(path.join(folder, 'runtimes'), { recursive: true });
  mkdirSync(path.join(folder, 'lib/x64'), { recursive: true });
  symlinkSync('/usr/bin/desktop-file-validate', path.join(folder, 'desktop-file-validate'));
  // Nothing is compressed: that would take minutes.
  const squash = '#!/bin/sh\nexec /usr/bin/mksquashfs "$@" -noI -noD -noF -noX\n';
  writeFileSync(path.join(folder, 'mksquashfs'), squash, { mode: 0o755 });
  const runtime = readFileSync(path.join(import.meta.dirname, 'runtime.sh'), 'utf8');
  writeFileSync(path.join(folder, 'runtimes/runtime-x64'), runtime.padEnd(runtimeBytes, '\n'));
}

/** The main process of a release that is signed with this key; built for it, as minifying leaves no name to look for. */
async function buildMain(outDir: string, key: string): Promise<void> {
  const withKey: Plugin = {
    name: 'with-key',
    enforce: 'pre',
    transform: (_code, id) =>
      id.endsWith('/contract/release-keys.ts')
        ? `export const releaseKeys = [${JSON.stringify(key)}];`
        : undefined,
  };
  const builder = await createBuilder({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [withKey],
    environments: { main: { build: { outDir } } },
  });
  for (const environment of Object.values(builder.environments))
    if (environment.name === 'main') await builder.build(environment);
}

function replaceKey(folder: string, key: string): void {
  for (const file of globSync(path.join(folder, '*.js'))) {
    const text = readFileSync(file, 'utf8');
    const replaced = text.replace(/\breleaseKeys = \[[^\]]*\]/, `releaseKeys = [${JSON.stringify(key)}]`);
    if (replaced !== text) writeFileSync(file, replaced);
  }
}

/** The project as it would be at a version, built for this Electron; the packages are linked, not copied. */
async function layOutProject(folder: string, { version, electron, key }: Release): Promise<void> {
  for (const name of [
    '.ci',
    'electron-builder.yml',
    'LICENSE',
    'package-lock.json',
    'src-main/agents/launchers',
  ])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  const dist = path.join(folder, 'dist');
  // What runs may have been made for an older Node; the rest is as it was built.
  cpSync(path.join(root, 'dist'), dist, { recursive: true });
  if (electron.app !== root)
    for (const name of ['main', 'server']) {
      rmSync(path.join(dist, name), { recursive: true });
      await run('cp', ['-rL', path.join(electron.app, 'dist', name), dist]);
    }
  if (key !== undefined) {
    replaceKey(path.join(dist, 'server'), key);
    const [main, made] = [path.join(dist, 'main'), path.join(folder, 'main')];
    await buildMain(made, key);
    rmSync(main, { recursive: true });
    if (electron.app === root) cpSync(made, main, { recursive: true });
    else await lowerFolder(made, main);
    rmSync(made, { recursive: true });
  }
  await run('cp', ['-al', path.join(root, 'node_modules'), path.join(folder, 'node_modules')]);
  if (electron.app === root) return;
  const own = path.join(folder, `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`);
  rmSync(own);
  cpSync(await buildSqlite(), own);
}

/** Packages the app with a real Electron, with the configuration of releases. */
export async function makeRelease(release: Release): Promise<{
  readonly out: string;
  /** Where the server of the same release can be started. */
  readonly project: string;
}> {
  const { folder, feed, electron, targets } = release;
  const project = path.join(folder, 'project');
  const tools = path.join(folder, 'tools');
  const dist = path.join(folder, 'electron');
  const out = path.join(folder, 'out');
  mkdirSync(folder, { recursive: true });
  mkdirSync(project);
  layOutTools(tools);
  await layOutProject(project, release);
  await run('cp', ['-a', electron.dist, dist]);
  rmSync(path.join(dist, 'resources/app'), { recursive: true, force: true });
  chmodSync(path.join(dist, 'chrome-sandbox'), 0o755);
  await run(
    process.execPath,
    [
      path.join(project, 'node_modules/electron-builder/cli.js'),
      ...['--linux', ...targets, '--publish', 'never', `-c.electronDist=${dist}`],
      ...[`-c.electronVersion=${electron.version}`, `-c.directories.output=${out}`, '-c.compression=store'],
      `-c.publish.url=${feed}`,
    ],
    {
      cwd: project,
      maxBuffer: 1e8,
      env: {
        ...process.env,
        APPIMAGE_TOOLS_PATH: tools,
        CUSTOM_FPM_PATH: path.join(import.meta.dirname, 'fpm.ts'),
        PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      },
    },
  ).catch((cause: unknown) => {
    throw new Error(`The app was not packaged: ${String(Object(cause).stdout).slice(-2000)}`, { cause });
  });
  rmSync(dist, { recursive: true });
  return { out, project };
}
