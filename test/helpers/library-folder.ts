import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

export type LibraryFolder = {
  readonly folder: string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly remove: (relativePath?: string) => void;
};

/** A library on the disk, written file by file: path from the library folder → content. It ends as `makeFolder` says. */
export function makeLibraryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): LibraryFolder {
  const folder = makeFolder();
  const write: LibraryFolder['write'] = (more) => {
    for (const [relativePath, content] of Object.entries(more)) {
      const target = path.join(folder, relativePath);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  };
  write(files);
  return {
    folder,
    write,
    remove: (relativePath = '') =>
      rmSync(path.join(folder, relativePath), {
        recursive: true,
        force: relativePath === '',
        maxRetries: 50,
        retryDelay: 100,
      }),
  };
}

/** OBJ text of a strip of triangles; `name` makes its bytes unlike those of others. */
export function objText(triangles: number, name = 'part', material?: string): string {
  const vertices = Array.from({ length: triangles + 2 }, (_, index) => `v ${index} ${index % 2} 0`);
  const faces = Array.from({ length: triangles }, (_, index) => `f ${index + 1} ${index + 2} ${index + 3}`);
  const library = material === undefined ? [] : [`mtllib ${material}`];
  return [`# ${name}`, ...library, ...vertices, ...faces, ''].join('\n');
}

/** A model with 1k and 10k OBJ files, an MTL and a texture. */
export function simpleModel(folder: string, product: Readonly<Record<string, unknown>> = {}) {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  return {
    [`${folder}/product.json`]: JSON.stringify({ title: folder, ...product }),
    [`${folder}/1k/thing.obj`]: objText(4, folder, 'thing.mtl'),
    [`${folder}/1k/thing.mtl`]: 'newmtl wood\nmap_Kd textures/wood.png\n',
    [`${folder}/1k/textures/wood.png`]: png,
    [`${folder}/10k/thing.obj`]: objText(40, folder, 'thing.mtl'),
    [`${folder}/10k/thing.mtl`]: 'newmtl wood\nmap_Kd textures/wood.png\n',
    [`${folder}/10k/textures/wood.png`]: png,
  };
}
