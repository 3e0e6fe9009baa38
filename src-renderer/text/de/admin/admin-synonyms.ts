import type { adminSynonyms as english } from '../../en/admin/admin-synonyms.ts';
import type { Translated } from '../../translated.ts';

/** Synonyms, as admins try and change them. */
export const adminSynonyms: Translated<typeof english> = {
  after: 'Mit diesen Änderungen',
  before: 'Jetzt',
  changedMeanwhile:
    'Inzwischen wurden anderswo Synonyme gespeichert, daher wurde hier nichts gespeichert. Das Nötige kopieren, dann die neuen laden.',
  discard: 'Änderungen verwerfen',
  expands: '{{words}} findet auch {{means}}',
  expansions: 'Was die Suche bedeutet',
  field: 'Synonyme',
  hint: 'Wörter, die einander finden, nur auf dieser Site. Je Zeile eine Gruppe, durch Kommas getrennt; auch Wortgruppen. „a => b“ findet b für a, aber nicht a für b. „#“ beginnt einen Kommentar.',
  idle_one: 'Eine Zeile sagt nichts, denn eine Gruppe braucht zwei verschiedene Wörter: {{lines}}',
  idle_other:
    '{{count, number}} Zeilen sagen nichts, denn eine Gruppe braucht zwei verschiedene Wörter: {{lines}}',
  line: 'Zeile {{line, number}}',
  loadTheirs: 'Die neuen laden',
  new: 'neu',
  noExpansion: 'Keine Zeile handelt von diesen Wörtern.',
  none: 'Nichts gefunden.',
  own: 'Dies sind eigene Synonyme.',
  query: 'Suche ausprobieren',
  queryHint: 'Vergleicht vor dem Speichern, was sie jetzt findet und was mit dem Text darunter.',
  queryPlaceholder: 'Zum Beispiel „Couch“',
  results_one: '{{count, number}} Modell',
  results_other: '{{count, number}} Modelle',
  same: 'Die Änderungen wirken sich auf diese Suche nicht aus.',
  save: 'Speichern',
  saved: 'Gespeichert. Die Suche verwendet sie ab jetzt.',
  shipped: 'Diese kamen mit dem Server.',
  toShipped: 'Zurück zu denen des Servers',
  toShippedHint: 'Die eigenen Synonyme werden gelöscht. Die Suche verwendet die mitgelieferten.',
  toShippedTitle: 'Eigene Synonyme löschen?',
};
