import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Returns the package folder of a module; null for our own modules. */
function findPackage(id: string): string | null {
  const file = (id.split('?')[0] ?? '').replaceAll('\\', '/').replace(/^\0/, '');
  const at = file.lastIndexOf('/node_modules/');
  if (at < 0) return null;
  const name = /^(@[^/]+\/)?[^/]+/.exec(file.slice(at + '/node_modules/'.length))?.[0];
  return name === undefined ? null : file.slice(0, at + '/node_modules/'.length) + name;
}

type BundledPackage = { readonly name: string; readonly version: string; readonly folder: string };

/** Records which packages each bundle contains, so that notices and bill of materials are complete. */
export function listBundled(name: string, root: string, outFolder: string): Plugin {
  const folders = new Set<string>();
  return {
    name: `list-bundled-${name}`,
    ...(name !== 'workers' && { applyToEnvironment: (environment) => environment.name === name }),
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk')
          for (const [id, { renderedLength }] of Object.entries(part.modules)) {
            const folder = renderedLength > 0 ? findPackage(id) : null;
            if (folder !== null) folders.add(folder);
          }
      const packages = [...folders].sort().map((folder): BundledPackage => {
        const manifest: { name: string; version: string } = JSON.parse(
          readFileSync(path.join(folder, 'package.json'), 'utf8'),
        );
        const place = path.relative(root, folder).replaceAll('\\', '/');
        return { name: manifest.name, version: manifest.version, folder: place };
      });
      mkdirSync(outFolder, { recursive: true });
      writeFileSync(path.join(outFolder, `${name}.json`), `${JSON.stringify(packages, null, 2)}\n`);
    },
  };
}
