import type { adminRights as english } from '../../en/admin/admin-rights.ts';
import type { Translated } from '../../translated.ts';

/** Groups of users and their rights. */
export const adminRights: Translated<typeof english> = {
  addGroup: 'Gruppe hinzufügen',
  addRight: 'Recht hinzufügen',
  changedMeanwhile:
    'Inzwischen hat jemand anderes Gruppen oder Rechte geändert, daher wurde nichts gespeichert. „Änderungen verwerfen“ lädt den neuen Stand.',
  discard: 'Änderungen verwerfen',
  fromCompany: '{{count, number}} über die Firmenanmeldung',
  group: 'Gruppe',
  groups: 'Gruppen',
  hint: 'Alle dürfen alles sehen und herunterladen. Was ein Recht hat, ist nur für dessen Gruppen und für Admins da.',
  kinds: { category: 'Kategorie', collection: 'Sammlung', root: 'Ordner' },
  may: 'Darf',
  mays: { download: 'auch herunterladen', edit: 'auch bearbeiten', see: 'nur sehen' },
  members: 'E-Mail-Adressen',
  models_zero: 'Dort ist kein Modell. Prüfen Sie den Namen.',
  models_one: '{{count, number}} Modell',
  models_other: '{{count, number}} Modelle',
  noGroups:
    'Keine Gruppen. Fügen Sie eine mit E-Mail-Adressen hinzu, oder mit ihrem Namen in der Firmenanmeldung.',
  none: 'Keine Rechte: alles ist offen.',
  remove: 'Entfernen',
  rights: 'Rechte',
  save: 'Speichern',
  saved: 'Gespeichert. Die Rechte gelten jetzt.',
  target: 'Welche',
  what: 'Was',
};
