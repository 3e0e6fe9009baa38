import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namedBreakpoints } from '../../../.ci/named-breakpoints.ts';
import { breakpoints } from '../../../src-renderer/styles/breakpoints.ts';

const root = path.resolve(import.meta.dirname, '../../../src-renderer');
const tokens = 'styles/tokens.css';
/** Pictures in 3D scenes have no theme. */
const sceneColours = 'viewer/scene-colours.ts';

const listFiles = (name: RegExp) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter(
      (file) => name.test(file) && file !== tokens && file !== sceneColours && !file.includes('.generated.'),
    );

/** Lines of files that match, as `file: line`. */
function findLines(files: readonly string[], isWrong: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter(isWrong)
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test('takes every distance from the tokens', () => {
  const isRaw = (line: string) =>
    /^\s*(padding|margin|gap|row-gap|column-gap)\b/.test(line) && /\b(?![12]px)[\d.]+px/.test(line);

  expect(findLines(listFiles(/\.css$/), isRaw)).toEqual([]);
});

test('takes every colour from the tokens', () => {
  const isColour = (line: string) => /['"\s(,]#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(line);

  expect(findLines(listFiles(/\.(css|tsx?)$/), isColour)).toEqual([]);
});

test('takes type sizes and corners from the tokens', () => {
  const isRaw = (line: string) => /^\s*(font-size|border-radius):/.test(line) && /\d(px|rem|em)\b/.test(line);
  const files = listFiles(/\.css$/).filter((file) => !file.startsWith('posters/'));

  expect(findLines(files, isRaw)).toEqual([]);
});

test('uses no token that does not exist', () => {
  const known = new Set(readFileSync(path.join(root, tokens), 'utf8').match(/--[\w-]+(?=:)/g));
  const isUnknown = (line: string) =>
    [...line.matchAll(/var\((--[\w-]+)/g)].some(([, name = '']) => !known.has(name) && name !== '--hue');

  expect(findLines(listFiles(/\.css$/), isUnknown)).toEqual([]);
});

/** A colour's relative luminance (WCAG 2.2), from 0 to 1. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/gi) ?? [])
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(['light', 'dark'])('keeps contrast in the %s theme', (theme) => {
  const text = readFileSync(path.join(root, tokens), 'utf8');
  const colourOf = (name: string) => {
    const [, light = '', dark = ''] =
      new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\)`).exec(text) ?? [];
    return theme === 'light' ? light : dark;
  };
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [one, other]
      .map(colourOf)
      .map(luminanceOf)
      .sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-sunken'];
  const pairs = [
    ...surfaces.flatMap((surface) => [
      // Text needs 4.5 (WCAG 1.4.3); focus rings, selections and marks need 3 (1.4.11).
      ...['text', 'text-2', 'accent-text'].map((name) => [name, surface, 4.5] as const),
      ...['accent', 'good', 'warn', 'bad'].map((name) => [name, surface, 3] as const),
    ]),
    ...['accent', 'accent-hover'].map((name) => ['on-accent', name, 4.5] as const),
    ['accent-text', 'accent-soft', 4.5] as const,
  ];

  const weak = pairs.filter(([one, other, least]) => !(contrast(one, other) >= least));

  expect(weak.map(([one, other]) => `${one} on ${other}: ${contrast(one, other).toFixed(2)}`)).toEqual([]);
});

test('asks for widths by their names only', () => {
  const isNumber = (line: string) => /@media.*width/.test(line);

  expect(findLines(listFiles(/\.css$/), isNumber)).toEqual([]);
});

const source = { input: { file: '/page.module.css' } };
const toSheet = (rule: { params: string; source?: object }) => ({
  source,
  walk: (change: (node: typeof rule) => void) => change(rule),
  walkAtRules: (_: string, change: (found: typeof rule) => void) => change(rule),
});

test('puts a width in place of its name', () => {
  const rule = { params: 'screen and (--narrow)' };

  namedBreakpoints.OnceExit(toSheet(rule));

  expect(rule.params).toBe(`screen and (max-width: ${breakpoints.narrow / 16}em)`);
});

test('builds nothing with an unknown breakpoint', () => {
  const rule = { params: '(--tiny)' };

  expect(() => namedBreakpoints.OnceExit(toSheet(rule))).toThrow('There is no breakpoint --tiny');
});

test('counts a composed rule as one of the sheet', () => {
  const composed = { params: '' };
  const elsewhere = { params: '', source: {} };

  namedBreakpoints.OnceExit(toSheet(composed));
  namedBreakpoints.OnceExit(toSheet(elsewhere));

  expect(composed).toMatchObject({ source });
  expect(elsewhere.source).toEqual({});
});
