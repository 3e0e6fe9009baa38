import type { adminDuplicates as english } from '../../en/admin/admin-duplicates.ts';
import type { Translated } from '../../translated.ts';

/** Texts about models of the same shape. */
export const adminDuplicates: Translated<typeof english> = {
  again: 'Wieder aufführen',
  againOf: 'Wieder aufführen: {{titles}}',
  dismissed: 'Beiseitegelegte',
  empty: 'Keine zwei Modelle haben die gleiche Form.',
  hint: 'Modelle gleicher Form, in welchem Format, Ordner oder Maß auch immer. Keine Datei wird je gelöscht: Kopien in einem Ordner werden ein Modell; andere Kopien werden verborgen und lassen sich unter Modelle zurückholen.',
  keep: 'Dieses behalten',
  keepOf: '{{title}} in {{folder}} behalten, ohne seine Kopien',
  kinds: { family: 'Varianten', same: 'Kopien' },
  noneDismissed: 'Keine Gruppe ist beiseitegelegt.',
  notSame: 'Nicht dasselbe',
  notSameOf: 'Nicht dasselbe: {{titles}}',
  triangles_one: '{{count, number}} Dreieck',
  triangles_other: '{{count, number}} Dreiecke',
};
