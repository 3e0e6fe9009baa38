import { expect } from 'vitest';
import { changing } from '../overlay-server.ts';
import { openChair, openWindow, type Stage, signIn } from './stage.ts';
import type { UnitySession } from './unity-session.ts';
import { listAssets, walkThrough } from './walk.ts';

export type Walk = (unity: UnitySession, stage: Stage) => Promise<void>;
export const walk: Walk = async (unity, at) => {
  await walkThrough(unity, at);
  await unity.send('unload');
};

/** An import that must not succeed. */
async function importInVain(unity: UnitySession, at: Stage) {
  await openWindow(unity, at);
  await signIn(unity, at);
  await openChair(unity);
  await unity.press('Import');
  expect(listAssets(unity)).toEqual([]);
}
export const meetTampering: Walk = async (unity, at) => {
  at.fault.set('corrupt');
  await importInVain(unity, at);
};
export const meetTraversal: Walk = async (unity, at) => {
  at.overlay.answer(
    /\/api\/plugin\/download\/direct$/,
    changing((text) =>
      text.replace('"relativePath":"1k/textures/wood.png"', '"relativePath":"1k/.wood.png"'),
    ),
  );
  await importInVain(unity, at);
};
export const meetScript: Walk = async (unity, at) => {
  at.overlay.answer(
    /\/api\/plugin\/download\/direct$/,
    changing((text) => text.replace('"relativePath":"1k/textures/wood.png"', '"relativePath":"1k/wood.cs"')),
  );
  await importInVain(unity, at);
};

/** A server that knows no other format. */
export const meetWebp: Walk = async (unity, at) => {
  at.overlay.answer(/\/posters\//, () => ({ type: 'image/webp', body: 'RIFF....WEBPVP8 and more of it' }));
  await openWindow(unity, at);
  await signIn(unity, at);
  await openChair(unity);
};
