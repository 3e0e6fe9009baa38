import { describe, expect, it } from 'vitest';
import type { Entry } from './read-shared.ts';
import { askWritten } from './written-sets.ts';

const entry = (id: string, category: string, title: string): Entry => ({
  ...{ id, category, title, subcategory: '', tags: [], keywords: [], description: '' },
});

const entries = [
  entry('dog', 'Animal', 'Animal Dog Terrier with Black Eyes'),
  entry('torso', 'Minifig', 'Minifig Torso with Animal Dog Pattern'),
  entry('sticker', 'Sticker', 'Sticker Animal Dog'),
  entry('wolf', 'Animal', 'Animal Wolf'),
  entry('bench', 'Figure Accessory', 'Fabuland Bench'),
  entry('chair', 'Figure Accessory', 'Fabuland Chair'),
];

describe('written questions', () => {
  const sets = askWritten(entries);
  const find = (query: string) =>
    sets.flatMap(({ questions }) => questions).find((question) => question.query === query);

  it('are answered by what a record is, not by what it shows', () => {
    expect(find('hound')?.grades).toEqual(new Map([['dog', 3]]));
    expect(find('Hunde')?.grades).toEqual(new Map([['dog', 3]]));
    expect(find('couch')?.grades).toEqual(
      new Map([
        ['chair', 1],
        ['bench', 3],
      ]),
    );
  });

  it('are left out where nothing answers them', () => {
    expect(find('kitten')).toBeUndefined();
  });

  it('come in two halves that share none, and English twins of the second', () => {
    const [chosen, judged, german, heldOut, twins] = sets.map(({ questions }) => questions);
    const isShared = (some: typeof chosen, others: typeof chosen) =>
      some?.some(({ query }) => others?.some((other) => other.query === query));

    expect(isShared(chosen, judged)).toBe(false);
    expect(isShared(german, heldOut)).toBe(false);
    expect(twins?.map(({ grades }) => grades)).toEqual(heldOut?.map(({ grades }) => grades));
  });
});
