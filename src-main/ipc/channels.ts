/** The fixed channels between the window and the main process; that of files is the preload's alone. Plain data only: the preload imports this file. */
export const channels = {
  call: 'lodestock:call',
  event: 'lodestock:event',
  files: 'lodestock:files',
} as const;
