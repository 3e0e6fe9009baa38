import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contents, type FakeSource, startPolyHaven } from '../helpers/fake-source.ts';
import { entry, terms, withSourcesFile } from '../helpers/sources.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { listTree } from './walk.ts';

let stage: Stage;
let haven: FakeSource;
beforeAll(async () => {
  if (reason !== null) return;
  haven = await startPolyHaven();
  const sources = [entry('Poly Haven', 'polyhaven', haven.address)];
  stage = await withSourcesFile(sources, (environment) => setStage({}, environment));
});
afterAll(async () => {
  await stage?.clear();
  await stage?.close();
  await haven?.stop();
});

test.skipIf(reason !== null)(`gets a model of another catalogue with its receipt${note}`, async () => {
  const { page, desk } = await stage.openSignedIn();
  await page.getByRole('combobox', { name: 'Search models' }).fill('chair');
  const others = page.getByRole('region', { name: 'From other catalogues' });
  await others.getByRole('button', { name: /^Oak Chair/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Oak Chair' });

  await dialog.getByRole('button', { name: 'Get oak_chair_1k.gltf' }).press('Enter');
  await dialog.getByText('In your library').waitFor();

  const read = (name: string) => {
    const found = listTree(desk.libraryFolder).find((file) => file.endsWith(`/${name}`)) ?? '';
    return readFileSync(path.join(desk.libraryFolder, found), 'utf8');
  };
  expect([read('oak_chair_1k.gltf'), read('wood.jpg')]).toEqual([contents.scene, contents.texture]);
  const receipt = JSON.parse(read('model.json'));
  const credit = 'Rico Cilliers · Powered by Poly Haven';
  expect(receipt).toMatchObject({ license: 'CC0-1.0', source: { name: 'Poly Haven', credit, terms } });
  expect(receipt.attribution).toContain(credit);
});
