// Runs the app whose folder stands on the command line, as Electron's own default app does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = path.resolve(process.argv.slice(1).find((word) => !word.startsWith('-')) ?? '.');
const { main, name, productName, version } = JSON.parse(
  readFileSync(path.join(folder, 'package.json'), 'utf8'),
);
process.defaultApp = true;
app.setName(productName ?? name);
if (version) app.setVersion(version);
app.setAppPath(folder);
await import(pathToFileURL(path.join(folder, main)).href);
