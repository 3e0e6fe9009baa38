import { expect, test } from 'vitest';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { usdAsset, usdLayer, usdMesh } from '../../../helpers/usd-layers.ts';

const filesOf = ({ db }: ReturnType<typeof makeScannedLibrary>) =>
  db
    .prepare<[], string>("SELECT role || ' ' || relative_path FROM file ORDER BY relative_path")
    .pluck()
    .all();

test('a scene brings all layers that it is composed of, and has its triangles from them', async () => {
  const library = makeScannedLibrary({
    ...Object.fromEntries(Object.entries(usdAsset('Pawn', 5)).map(([name, text]) => [`Pawn/${name}`, text])),
    'Pawn/notes.usda': usdLayer('def DistantLight "Sun" {}'),
  });

  await library.scan();

  expect(filesOf(library)).toEqual([
    'scene 1k/Pawn.usda',
    'support 1k/Pawn_geom.usda',
    'support 1k/Pawn_look.usda',
    'support 1k/Pawn_payload.usda',
  ]);
  expect(library.db.prepare("SELECT triangles FROM file WHERE role = 'scene'").pluck().all()).toEqual([5]);
  expect(library.problems()).toEqual(['left-out Pawn/notes.usda']);
});

test('a set brings the assets of other folders, which are models too', async () => {
  const asset = Object.entries(usdAsset('King', 5)).map(([name, text]) => [`Set/assets/King/${name}`, text]);
  const library = makeScannedLibrary({
    ...Object.fromEntries(asset),
    'Set/set.usda': usdLayer('def "K" ( references = @./assets/KING/king.usda@ ) {}'),
  });

  await library.scan();

  expect(library.models().map(({ title, triangles }) => [title, triangles])).toEqual([
    ['Set', 5],
    ['King', 5],
  ]);
  // Each lies where the scene looks for it.
  expect(filesOf(library).filter((file) => file.includes('assets'))).toEqual([
    'support 1k/assets/KING/King_geom.usda',
    'support 1k/assets/KING/King_look.usda',
    'support 1k/assets/KING/King_payload.usda',
    'support 1k/assets/KING/king.usda',
  ]);
});

test('a layer that a scene names by a path of another machine is the one beside it', async () => {
  const library = makeScannedLibrary({
    'Pawn/a.usda': usdLayer('def "A" ( references = @C:/assets/geo/b.usda@ ) {}'),
    'Pawn/b.usda': usdLayer(`def "A" { ${usdMesh('m', 5)} }`),
  });

  await library.scan();

  expect(library.models().map(({ title, triangles }) => [title, triangles])).toEqual([['A', 5]]);
  expect(filesOf(library)).toEqual(['scene 1k/a.usda', 'support 1k/b.usda']);
});

test('layers that use each other are one scene', async () => {
  const library = makeScannedLibrary({
    'Pawn/a.usda': usdLayer('def "A" ( references = @./b.usda@ ) {}'),
    'Pawn/b.usda': usdLayer(`def "A" ( references = @./a.usda@ ) { ${usdMesh('m', 5)} }`),
  });

  await library.scan();

  expect(library.models().map(({ triangles }) => triangles)).toEqual([5]);
  expect(filesOf(library)).toEqual(['scene 1k/a.usda', 'support 1k/b.usda']);
});

test('a change of a layer is a change of the scene that is composed of it', async () => {
  const library = makeScannedLibrary({
    'Pawn/Pawn.usda': usdLayer('def "A" ( references = @geo/Pawn.usda@ ) {}'),
    'Pawn/geo/Pawn.usda': usdLayer(`def "A" { ${usdMesh('m', 2)} }`),
  });
  await library.scan();

  library.library.write({ 'Pawn/geo/Pawn.usda': usdLayer(`def "A" { ${usdMesh('m', 7)} }`) });
  await library.scan();

  expect(library.db.prepare("SELECT triangles FROM file WHERE role = 'scene'").pluck().all()).toEqual([7]);
});

test('names the layers that a scene with a shape misses', async () => {
  const { db } = await scannedLibrary({
    'Set/set.usda': usdLayer(`def "A" ( references = @./gone.usda@ ) { ${usdMesh('m', 2)} }`),
  });

  expect(db.prepare('SELECT missing FROM file').pluck().all()).toEqual(['["gone.usda"]']);
});
