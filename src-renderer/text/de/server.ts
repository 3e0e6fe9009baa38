import type { server as english } from '../en/server.ts';
import type { Translated } from '../translated.ts';

/** The catalogue's server, and its state. */
export const server: Translated<typeof english> = {
  copy: '{{status}}: {{message}}\nServer: {{url}}',
  copyBundled: '{{status}}: {{message}}\nServer: in dieser App',
  failed: '{{name}}: gescheitert',
  indexing: 'Indexiert',
  indexingPart: '{{done, number}} von {{total, number}} indexiert',
  label: 'Server:',
  libraryStays: 'Die Bibliothek lässt sich weiter verwenden.',
  nameless: 'Server',
  offline: '{{name}}: offline',
  posters: 'Vorschaubilder werden gezeichnet, {{done, number}} von {{total, number}}',
  reading: 'Modelle werden gelesen',
  restart: 'Server neu starten',
  starting: 'Server startet',
  startingHint: 'Das dauert einen Moment.',
  startingTitle: 'Der Server startet',
  startFailed: 'Der Server konnte nicht starten',
  thisComputer: 'Dieser Computer',
  unknown: 'Server …',
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableHint: 'Der Server ist nicht erreichbar.',
};
