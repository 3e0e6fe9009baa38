/** The desktop app's message to its server: finish and exit. */
export const stopMessage = 'stop';

/** Exit code of a server that cannot start until a person changes something; its last line says what. */
export const refusedExitCode = 78;

/** Input that the desktop app passes to a server process, which has no stdin; null ends it. */
export type StdinMessage = { readonly stdin: string | null };
