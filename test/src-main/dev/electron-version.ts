import { createRequire } from 'node:module';

const manifest: { readonly version: string } = createRequire(import.meta.url)('electron/package.json');

/** The version of Electron that the packages ask for, such as 45.4.1. */
export const electronVersion = manifest.version;
