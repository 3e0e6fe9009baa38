/**
 * Tests that cannot be trusted at the moment, by full name, each with the reason. They are skipped and named at the end of
 * every run until they are mended. A test that fails now and then and is not listed here fails the run.
 */
export const quarantine: Readonly<Record<string, string>> = {
  'the app on other computers > lets a server finish where killing leaves no time, when the person signs out':
    'on Electron 33, the last line of the server is missing from its log in one of four runs',
};
