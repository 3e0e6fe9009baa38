import { readFileSync } from 'node:fs';
import path from 'node:path';

const tokens = path.resolve(import.meta.dirname, '../src-renderer/styles/tokens.css');
const head = '// Made by `npm run generate` from src-renderer/styles/tokens.css. Do not edit.';

function readToken(name: string): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(readFileSync(tokens, 'utf8'))?.[1];
  if (value === undefined) throw new Error(`tokens.css has no --${name}.`);
  return value;
}

/** The background of the pages, which the window shows before the first page is rendered. */
export function renderWindowBackground(): string {
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(readToken('surface-0')) ?? [];
  if (light === undefined || dark === undefined) throw new Error('--surface-0 is not light-dark(#…, #…).');
  return `${head}\nexport const windowBackground = { light: '${light}', dark: '${dark}' } as const;\n`;
}

/** The paper as one colour, for pictures that the server writes. */
export function renderFlatPaper(): string {
  const flat = readToken('paper-flat');
  if (!/^#\w{6}$/.test(flat)) throw new Error('--paper-flat is not #….');
  return `${head}\nexport const flatPaper = '${flat}';\n`;
}

/** The paper behind rendered models as gradient stops from top to bottom, for canvases. */
export function renderPaper(): string {
  const inner = /^linear-gradient\(([^;]+)\)$/.exec(readToken('paper'))?.[1];
  if (inner === undefined) throw new Error('--paper is not a linear-gradient(…).');
  const parts = [...inner.matchAll(/light-dark\((#\w+), (#\w+)\)(?: (\d+)%)?/g)];
  const list = (theme: 1 | 2) =>
    parts.map((part, index) => {
      const at = part[3] === undefined ? index / (parts.length - 1) : Number(part[3]) / 100;
      return `    [${at}, '${part[theme]}'],`;
    });
  return [
    ...[head, 'export const paper = {', '  light: [', ...list(1), '  ],'],
    ...['  dark: [', ...list(2), '  ],', '} as const;', ''],
  ].join('\n');
}
