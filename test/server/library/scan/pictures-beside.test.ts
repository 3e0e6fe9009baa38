import { expect, test } from 'vitest';
import { createFileStamps } from '../../../../server/files/file-stamps.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { png } from '../../../helpers/ordinary-folders.ts';

const pngOf = (text: string) => Buffer.concat([png, Buffer.from(text)]);
const max = Buffer.from('d0cf11e0a1b11ae1', 'hex');

function scanned(files: Readonly<Record<string, string | Uint8Array>>) {
  const library = makeScannedLibrary(files);
  const list = (sql: string) =>
    library.db
      .prepare<[], [string, string]>(`${sql} ORDER BY 1, 2`)
      .raw()
      .all()
      .map(([title, path]) => `${title}: ${path}`);
  return {
    ...library,
    pictures: () => list('SELECT title, coalesce(place, path) FROM poster JOIN model ON model.id = model_id'),
    textures: () =>
      list(
        "SELECT title, coalesce(place, relative_path) FROM file JOIN model ON model.id = model_id WHERE role = 'texture'",
      ),
  };
}

test('takes the render beside a native file as its picture', async () => {
  const { scan, pictures, textures, db } = scanned({
    'Sofas/Sofa Milano/Sofa_Milano.max': max,
    'Sofas/Sofa Milano/Sofa_Milano.png': pngOf('render'),
    'Sofas/Sofa Milano/maps/fabric_diffuse.png': pngOf('fabric'),
  });

  await scan();

  expect(pictures()).toEqual(['Sofa Milano: Sofas/Sofa Milano/Sofa_Milano.png']);
  expect(textures()).toEqual(['Sofa Milano: Sofas/Sofa Milano/maps/fabric_diffuse.png']);
  const { place, sha256 } =
    db.prepare<[], { place: string; sha256: string }>('SELECT * FROM poster').get() ?? {};
  expect(createFileStamps(db).findPlace(place ?? '', sha256 ?? '')).not.toBeNull();
});

test('gives each model of a flat folder its own picture', async () => {
  const { scan, pictures, textures } = scanned({
    'Scans/barrel.obj': objText(4, 'barrel'),
    'Scans/barrel.png': pngOf('barrel'),
    'Scans/crate.obj': objText(5, 'crate'),
    'Scans/previews/crate_preview.png': pngOf('crate'),
    'Scans/gone.png': pngOf('gone'),
  });

  await scan();

  expect(pictures()).toEqual(['Barrel: Scans/barrel.png', 'Crate: Scans/previews/crate_preview.png']);
  expect(textures()).toEqual([]);
});

test.each(['thumbnail.png', 'Preview 01.png', 'renders/front.png', 'cover.png'])(
  'takes %s in the folder of the only model',
  async (picture) => {
    const { scan, pictures } = scanned({
      'Props/Chair/chair.obj': objText(4, 'chair'),
      [`Props/Chair/${picture}`]: png,
    });

    await scan();

    expect(pictures()).toEqual([`Chair: Props/Chair/${picture}`]);
  },
);

test('takes no picture that a material uses', async () => {
  const { scan, pictures, textures } = scanned({
    'Pack/barrel.obj': objText(4, 'barrel', 'barrel.mtl'),
    'Pack/barrel.mtl': 'newmtl wood\nmap_Kd barrel.png\n',
    'Pack/barrel.png': png,
    'Pack/crate.obj': objText(5, 'crate'),
  });

  await scan();

  expect(pictures()).toEqual([]);
  expect(textures()).toEqual(['Barrel: Pack/barrel.png']);
});

test('prefers the picture that people named as poster', async () => {
  const { scan, pictures } = scanned({
    'Chair/chair.obj': objText(4, 'chair'),
    'Chair/chair.png': pngOf('beside'),
    'Chair/previewMedium.png': png,
  });

  await scan();

  expect(pictures()).toEqual(['Chair: previewMedium.png']);
});
