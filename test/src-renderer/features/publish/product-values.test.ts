import { expect, test } from 'vitest';
import { PublishedProduct } from '../../../../server/contract/publish.ts';
import { readChosen } from '../../../../src-renderer/features/publish/dropped-files.ts';
import { chooseScene } from '../../../../src-renderer/features/publish/local-source.ts';
import { findFaults } from '../../../../src-renderer/features/publish/product-form.tsx';
import {
  toProduct,
  toValues,
  type Values,
} from '../../../../src-renderer/features/publish/product-values.ts';

const found = {
  ...{ title: 'Oak chair', lods: ['10k' as const], formats: ['glb'], scenes: ['chair.glb'], triangles: 8000 },
  files: ['chair.glb'],
  ...{ description: '', category: 'Furniture', subcategory: '', tags: ['oak', 'seat'] },
  ...{ license: '', attribution: '' },
};
const whole: Values = { ...toValues(found), license: 'CC0-1.0', priceUsd: '2.50' };

test('guesses neither a price nor a licence', () => {
  const faults = findFaults(toValues(found));

  expect(Object.keys(faults)).toEqual(['product.license', 'product.priceUsd']);
});

test('takes a price of nothing only when it is written', () => {
  expect(Object.keys(findFaults({ ...whole, priceUsd: '' }))).toEqual(['product.priceUsd']);
  expect(findFaults({ ...whole, priceUsd: '0' })).toEqual({});
});

test.each(['two', '-1', '1.999', '1,50'])('refuses the price %s', (priceUsd) => {
  expect(Object.keys(findFaults({ ...whole, priceUsd }))).toEqual(['product.priceUsd']);
});

test('says what the contract takes', () => {
  const product = toProduct({ ...whole, tags: ' oak, seat,, oak ', title: ' Oak chair ' });

  expect(PublishedProduct.parse(product)).toEqual({
    ...{ title: 'Oak chair', category: 'Furniture', license: 'CC0-1.0', priceUsd: 2.5 },
    tags: ['oak', 'seat'],
  });
});

test('leaves out what systems and programs leave behind', () => {
  const names = ['chair.glb', '.DS_Store', 'Thumbs.db', 'chair.blend1', 'chair.blend', 'chair.bak'];

  const chosen = readChosen(names.map((name) => new File(['x'], name)));

  expect(chosen.map(({ relativePath }) => relativePath)).toEqual(['chair.glb', 'chair.blend']);
});

test('looks at the lightest file of the best format', () => {
  const file = (relativePath: string, sizeBytes: number) => ({ relativePath, sizeBytes });
  const files = [file('a.fbx', 1), file('a.GLB', 9), file('a_low.glb', 5), file('a.png', 1)];

  expect(chooseScene(files)?.relativePath).toBe('a_low.glb');
  expect(chooseScene([file('a.blend', 1), file('a.png', 1)])).toBeNull();
});
