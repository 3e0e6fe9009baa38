import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { host } from './host.ts';
import { installElectronModule } from './launch/install-electron-module.ts';

function presentAsElectron(): void {
  process.argv = [host.executable, ...host.arguments];
  const versions = Object.freeze({ ...process.versions, electron: host.version });
  Object.defineProperty(process, 'versions', { value: versions, enumerable: true });
  Object.assign(process, { resourcesPath: host.resourcesFolder, type: 'browser' });
  if (!host.isPackaged) Object.assign(process, { defaultApp: true });
  Object.assign(globalThis, { __electronHost: host });
}

function readEntry(): string {
  if (host.entry !== undefined) return host.entry;
  const manifest: { main?: string } = JSON.parse(
    readFileSync(path.join(host.appFolder, 'package.json'), 'utf8'),
  );
  return path.join(host.appFolder, manifest.main ?? 'index.js');
}

async function launch(): Promise<void> {
  presentAsElectron();
  installElectronModule();
  const inspectPort = host.switches.get('inspect');
  if (inspectPort !== undefined) inspector.open(Number(inspectPort || 9229), '127.0.0.1');
  const { startHost } = await import('./electron.ts');
  const requireFromApp = createRequire(path.join(host.appFolder, 'package.json'));
  for (const module of host.requiredModules) requireFromApp(path.resolve(module));
  // As in Electron, 'ready' comes only after the main module has run to its end.
  const reportStall = (): void => {
    console.error('electron-host: the main module waits at its top level, perhaps for app.whenReady().');
    process.exit(1);
  };
  process.once('beforeExit', reportStall);
  await import(pathToFileURL(readEntry()).href);
  process.off('beforeExit', reportStall);
  await startHost();
}

if (host.switches.has('version')) {
  console.log(`v${host.version}`);
} else {
  launch().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}
