import { readFileSync } from 'node:fs';

/** Reads a file named in the settings. Throws a sentence; `form` describes the expected content. */
export function readJsonFile(file: string, form: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is not JSON. Write ${form}.`);
    throw new Error(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}
