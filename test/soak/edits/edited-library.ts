import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pick, type Random } from '../../bench/catalogue/random.ts';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';

export type EditedFile = { readonly guid: string; readonly relativePath: string };

const names = ['1k/thing.obj', '10k/thing.obj', '10k/other.obj'] as const;

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** As `cp -p`, `rsync -t` and disks with coarse times leave it: to the nanosecond, which Node cannot set. */
const keepTime = (from: string, to: string) => void execFileSync('touch', ['-r', from, to]);

/** A library of so many files that people and programs change under the server's feet. */
export function makeEditedLibrary(count: number, random: Random) {
  const library = makeLibraryFolder({});
  let edition = 0;
  const textOf = (relativePath: string) => {
    edition += 1;
    const label = `edition ${String(edition).padStart(9)}`;
    // Beyond what is served from memory, and below.
    return objText(relativePath === '10k/thing.obj' ? 4000 : 40, label);
  };
  const files = Array.from(
    { length: Math.ceil(count / names.length) },
    (_, index) => `edited-${index}`,
  ).flatMap((guid) => names.map((relativePath): EditedFile => ({ guid, relativePath })));
  for (const { guid, relativePath } of files)
    library.write({
      [`${guid}/product.json`]: JSON.stringify({ guid, title: guid, priceUsd: 1 }),
      [`${guid}/${relativePath}`]: textOf(relativePath),
    });
  const placeOf = ({ guid, relativePath }: EditedFile) => path.join(library.folder, guid, relativePath);
  let besides = 0;
  const beside = (place: string) => {
    besides += 1;
    return path.join(library.folder, `.${path.basename(place)}.${besides}`);
  };

  const kinds: Readonly<Record<string, (file: EditedFile) => void>> = {
    'same size, same time'(file) {
      const place = placeOf(file);
      const before = beside(place);
      keepTime(place, before);
      writeFileSync(place, textOf(file.relativePath));
      keepTime(before, place);
      rmSync(before);
    },
    'other size'(file) {
      writeFileSync(
        placeOf(file),
        `${textOf(file.relativePath)}# ${'x'.repeat(Math.floor(random() * 50))}\n`,
      );
    },
    'swap with kept times'(file) {
      const twin = pick(
        files.filter(({ relativePath }) => relativePath === file.relativePath),
        random,
      );
      const [place, other] = [placeOf(file), placeOf(twin)];
      if (place === other || !existsSync(other)) return;
      const between = beside(place);
      renameSync(place, between);
      renameSync(other, place);
      renameSync(between, other);
    },
    'replaced by rename'(file) {
      const place = placeOf(file);
      const next = beside(place);
      writeFileSync(next, textOf(file.relativePath));
      keepTime(place, next);
      renameSync(next, place);
    },
    'half a copy'(file) {
      const text = textOf(file.relativePath);
      writeFileSync(placeOf(file), text.slice(0, text.length / 2));
      setTimeout(() => existsSync(placeOf(file)) && writeFileSync(placeOf(file), text), 200 * random());
    },
    link(file) {
      const link = beside(placeOf(file));
      linkSync(placeOf(file), link);
      setTimeout(() => rmSync(link, { force: true }), 300);
    },
    mode: (file) => chmodSync(placeOf(file), pick([0o600, 0o640, 0o644], random)),
    touch: (file) => utimesSync(placeOf(file), new Date(), new Date()),
    'folder moved away and back'({ guid }) {
      const folder = path.join(library.folder, guid);
      const away = path.join(library.folder, `.away-${guid}`);
      renameSync(folder, away);
      setTimeout(() => existsSync(away) && renameSync(away, folder), 300 * random());
    },
    'restored from a copy'(file) {
      const place = placeOf(file);
      const copy = beside(place);
      copyFileSync(place, copy);
      keepTime(place, copy);
      writeFileSync(place, textOf(file.relativePath));
      renameSync(copy, place);
    },
  };

  return {
    folder: library.folder,
    files,
    /** One change of a seeded kind to a seeded file; its name. A file that is away now is left alone. */
    edit(): string | null {
      const file = pick(files, random);
      const name = pick(Object.keys(kinds), random);
      if (!existsSync(placeOf(file))) return null;
      kinds[name]?.(file);
      return name;
    },
    /** What the disk has now; null where the file is away. */
    read: (file: EditedFile) => (existsSync(placeOf(file)) ? readFileSync(placeOf(file)) : null),
    destroy: () => library.remove(),
  };
}

export type EditedLibrary = ReturnType<typeof makeEditedLibrary>;
