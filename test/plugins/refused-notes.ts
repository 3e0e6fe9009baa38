/** Notes of the app that no plugin follows: what each is or names, and the note for the address of a real app. */
export const refusedNotes: readonly (readonly [what: string, note: (assets: string) => unknown])[] = [
  ['is no JSON', () => '{"version":1,'],
  ['is a list', () => []],
  ['is of another version', (assets) => ({ version: 2, assets })],
  ['names no assets', () => ({ version: 1, port: 9, secret: 'hush' })],
  ['names a number', () => ({ version: 1, assets: 9 })],
  ['names https', (assets) => ({ version: 1, assets: assets.replace('http:', 'https:') })],
  ['names a host by name', (assets) => ({ version: 1, assets: assets.replace('127.0.0.1', 'localhost') })],
  ['names another computer', () => ({ version: 1, assets: 'http://192.0.2.1:80' })],
  ['names a longer host', () => ({ version: 1, assets: 'http://127.0.0.1:9@example.org:80' })],
  ['names a folder', (assets) => ({ version: 1, assets: `${assets}/x` })],
  ['names no port', () => ({ version: 1, assets: 'http://127.0.0.1:' })],
  ['names no possible port', () => ({ version: 1, assets: 'http://127.0.0.1:65536' })],
];
