/** The two fixed channels between the window and the main process. Plain data only: the preload imports this file. */
export const channels = { call: 'lodestock:call', event: 'lodestock:event' } as const;
