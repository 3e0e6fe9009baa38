import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Loads each module in the packages of a folder, and prints which of them fail. */
const [, , folder = ''] = process.argv;
const files = globSync('node_modules/**/*.{js,cjs,mjs,node}', { cwd: folder }).sort();
const failed: string[] = [];
for (const file of files)
  try {
    await import(pathToFileURL(path.join(folder, file)).href);
  } catch (error) {
    failed.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
process.stdout.write(JSON.stringify({ loaded: files.length - failed.length, failed }), () => process.exit());
