/** Channels between window and main process. Plain data only, as the preload imports this file. */
export const channels = {
  call: 'lodestock:call',
  event: 'lodestock:event',
  files: 'lodestock:files',
} as const;
