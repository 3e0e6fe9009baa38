/** Packages that cannot be bundled: they load binaries, or drive a browser that is not in the desktop app. */
export const outsideBundles = [
  '@node-rs/argon2',
  'better-sqlite3',
  'draco3dgltf',
  'keytar',
  'playwright-core',
  'sharp',
  'sqlite-vec',
] as const;
