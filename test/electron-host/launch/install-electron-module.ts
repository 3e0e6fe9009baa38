import { registerHooks } from 'node:module';

const electronModules = new Set(['electron', 'electron/main', 'electron/common']);

/** Makes `import 'electron'` and `require('electron')` in this process yield the host's one instance. */
export function installElectronModule(): void {
  const url = new URL('../electron.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      if (electronModules.has(specifier)) return { url, format: 'module-typescript', shortCircuit: true };
      return nextResolve(specifier === 'original-fs' ? 'node:fs' : specifier, context);
    },
  });
}
