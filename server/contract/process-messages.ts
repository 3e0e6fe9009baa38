/** What the desktop app tells the server in it when that should finish and exit. */
export const stopMessage = 'stop';
