import { expect, test } from 'vitest';
import '../../../../src-renderer/text/parts/all.ts';
import { sayNoModel } from '../../../../src-renderer/features/publish/publish-page.tsx';

test.each([
  ['asks for a scene file where there is none', 'colour.png', /^There is no model in these files\./],
  [
    'does not deny a model that lacks a texture',
    'chairs/Oak.GLB',
    /^The model in these files is not complete\./,
  ],
])('%s', (_, path, says) => {
  expect(sayNoModel([{ path }])).toMatch(says);
});
