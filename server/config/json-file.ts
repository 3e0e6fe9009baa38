import { readFileSync } from 'node:fs';

/** The content of a file that a setting names. Throws a sentence; `form` tells what to write into it. */
export function readJsonFile(file: string, form: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is not JSON. Write ${form}.`);
    throw new Error(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}
