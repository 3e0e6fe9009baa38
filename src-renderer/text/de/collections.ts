import type { collections as english } from '../en/collections.ts';
import type { Translated } from '../translated.ts';

/** Named lists of models, stored in the account. */
export const collections: Translated<typeof english> = {
  add: 'Zu Sammlungen hinzufügen',
  addOf: 'Zu Sammlungen hinzufügen: {{title}}',
  addShort: 'Sammeln',
  addToProject: 'Zu einem Projekt hinzufügen',
  addedToProject: 'Zu {{name}} hinzugefügt.',
  create: 'Erstellen',
  delete: 'Löschen',
  deleteHint: 'Die Modelle bleiben im Katalog und in den anderen Sammlungen.',
  deleteTitle: '„{{name}}“ löschen?',
  empty: 'Diese Sammlung ist leer',
  emptyHint: '„Sammeln“ auf einem Modell, oder die Taste C in der Liste, fügt es hinzu.',
  gone: 'Sammlung nicht gefunden',
  goneHint: 'Sie wurde gelöscht, oder sie gehört jemand anderem.',
  models_one: '{{count, number}} Modell',
  models_other: '{{count, number}} Modelle',
  name: 'Name',
  new: 'Neue Sammlung',
  none: 'Noch keine Sammlungen',
  noneHint:
    'Hier lässt sich sammeln, was zusammengehört: die Requisiten einer Szene, oder Ideen für die nächste.',
  rename: 'Umbenennen',
  renameTitle: 'Sammlung umbenennen',
  signIn: 'Anmelden',
  signInFirst: 'Sammlungen werden im Konto gespeichert und sind so auf jedem Computer da.',
  signInTitle: 'Anmelden, um Modelle zu sammeln',
  titlePlain: 'Sammlungen',
};
