/** The two fixed channels between the window and the main process; plain data, as the preload imports this file. */
export const channels = { call: 'lodestock:call', event: 'lodestock:event' } as const;
