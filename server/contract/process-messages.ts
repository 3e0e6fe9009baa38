/** What the desktop app tells the server in it when that should finish and exit. */
export const stopMessage = 'stop';

/** Exit code of a server that will not start before a person has changed something; its last line says what. */
export const refusedExitCode = 78;

/** What the desktop app passes on to a process of the server that reads stdin, as such processes have none; null ends it. */
export type StdinMessage = { readonly stdin: string | null };
