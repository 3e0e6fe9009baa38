import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../../../server/starters/guides');

/** The examples of a guide in one language, as the one program that a reader would put together. */
export function readExamples(guide: string, language: 'sh' | 'js' | 'python'): string {
  const text = readFileSync(path.join(folder, guide), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
    .join('\n');
}
