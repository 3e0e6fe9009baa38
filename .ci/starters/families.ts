import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from 'tar';
import { buildUpm } from '../../plugins/unity/build-upm.ts';
import type { StarterFamily } from '../../server/contract/starters.ts';
import { writeZip } from '../../server/files/archive/write-zip.ts';
import { buildBlenderExtension } from '../build-extension.ts';
import { buildMaxPackage, buildMzp, readMaxVersion } from '../build-mzp.ts';
import { renderBlenderListing } from './blender-listing.ts';

const pluginsDir = path.resolve(import.meta.dirname, '../../plugins');

/** How one starter is built; everything else is common. */
export type StarterSource = {
  readonly family: StarterFamily;
  readonly minHostVersion: string;
  readonly readVersion: () => string;
  /** Contains the date and release notes of each version. */
  readonly changelog: string;
  /** Writes only what a user or the desktop app installs into an empty folder. */
  readonly writeFiles: (folder: string) => void;
  /** Writes files next to those that are not part of the update. */
  readonly writeListing?: (folder: string, version: string) => void;
};

const max: StarterSource = {
  family: '3dsmax',
  minHostVersion: '2021',
  readVersion: readMaxVersion,
  changelog: path.join(pluginsDir, '3dsmax/CHANGELOG.md'),
  writeFiles(folder) {
    buildMzp(folder);
    const unpacked = buildMaxPackage(folder);
    for (const file of ['PackageContents.xml', 'Contents/free3d_installer.ms'])
      copyFileSync(path.join(unpacked, file), path.join(folder, path.basename(file)));
    rmSync(unpacked, { recursive: true });
  },
};

/** Unpacks the output of Unity's builder into a temporary folder while it is used. */
function withUnityPackage<T>(use: (folder: string, version: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-unity-'));
  try {
    return use(folder, buildUpm(folder).version);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packs a folder as npm and Unity's Package Manager do; the same content gives the same bytes. */
function writeTgz(folder: string, file: string): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
  create(
    {
      ...{ file, cwd: folder, prefix: 'package', sync: true, gzip: { level: 9 } },
      ...{ portable: true, mtime: new Date(0) },
      onWriteEntry({ stat }) {
        if (stat) stat.mode = 0o644; // whatever the umask
      },
    },
    names,
  );
}

const unity: StarterSource = {
  family: 'unity',
  minHostVersion: '2019.4',
  readVersion: () => withUnityPackage((_folder, version) => version),
  changelog: path.join(pluginsDir, 'unity/CHANGELOG.md'),
  writeFiles: (folder) =>
    withUnityPackage((unpacked, version) => {
      writeTgz(unpacked, path.join(folder, `com.lodestock.unity-${version}.tgz`));
      copyFileSync(path.join(unpacked, 'Editor/free3d_online.cs'), path.join(folder, 'free3d_online.cs'));
    }),
};

const extensionManifest = path.join(pluginsDir, 'blender/lodestock/blender_manifest.toml');
const oldestBlender = /^blender_version_min = "(\d+\.\d+)/m;

const blender: StarterSource = {
  family: 'blender',
  // It also works in older versions, as an add-on; the feed uses the manifest's minimum.
  minHostVersion: oldestBlender.exec(readFileSync(extensionManifest, 'utf8'))?.[1] ?? '4.2',
  readVersion: () => buildBlenderExtension().version,
  changelog: path.join(pluginsDir, 'blender/CHANGELOG.md'),
  writeFiles: (folder) => void buildBlenderExtension(folder),
  writeListing(folder, version) {
    const archive = path.join(folder, `lodestock-${version}.zip`);
    writeFileSync(path.join(folder, 'index.json'), renderBlenderListing(extensionManifest, archive));
  },
};

const addonDir = path.join(pluginsDir, 'godot/addons/lodestock');
const readGodotVersion = () =>
  /^version="([^"]+)"$/m.exec(readFileSync(path.join(addonDir, 'plugin.cfg'), 'utf8'))?.[1] ?? '';

const godot: StarterSource = {
  family: 'godot',
  minHostVersion: '4.4',
  readVersion: readGodotVersion,
  changelog: path.join(pluginsDir, 'godot/CHANGELOG.md'),
  writeFiles(folder) {
    const files = readdirSync(addonDir)
      .filter((name) => /\.(gd|tscn|cfg)$/.test(name))
      .toSorted()
      .map((name) => ({
        name: `addons/lodestock/${name}`,
        content: readFileSync(path.join(addonDir, name)),
      }));
    const license = readFileSync(path.join(pluginsDir, '../LICENSE'));
    const content = [{ name: 'addons/lodestock/LICENSE', content: license }, ...files];
    writeFileSync(path.join(folder, `lodestock-godot-${readGodotVersion()}.zip`), writeZip(content));
  },
};

export const starterSources: readonly StarterSource[] = [max, unity, blender, godot];
