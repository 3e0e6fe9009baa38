import type { errors as englishErrors, failures as englishFailures } from '../en/errors.ts';
import type { Translated } from '../translated.ts';

/** Title and hint around an error's own sentence. */
export const errors: Translated<typeof englishErrors> = {
  INVALID_INPUT: {
    title: 'Einige Felder stimmen noch nicht',
    hint: 'Die markierten Felder berichtigen und erneut versuchen.',
  },
  UNAUTHENTICATED: { title: 'Nicht angemeldet', hint: 'Anmelden und erneut versuchen.' },
  INSUFFICIENT_BALANCE: {
    title: 'Das Guthaben reicht nicht',
    hint: 'Die 1k-Topologie ist für alle kostenlos.',
  },
  API_KEY_REQUIRED: {
    title: 'Ein API-Schlüssel ist nötig',
    hint: 'Auf der Kontoseite des Servers lässt sich einer erstellen.',
  },
  FORBIDDEN: { title: 'Nicht erlaubt', hint: 'Mit einem Konto anmelden, das die Berechtigung hat.' },
  INSUFFICIENT_SCOPE: {
    title: 'Dieser Anmeldung fehlt eine Berechtigung',
    hint: 'Abmelden, neu anmelden und alle Berechtigungen angekreuzt lassen.',
  },
  MODEL_NOT_FOUND: {
    title: 'Modell nicht gefunden',
    hint: 'Es wurde vielleicht entfernt. Zurückgehen und neu suchen.',
  },
  FILE_NOT_FOUND: {
    title: 'Genau diese Datei gibt es nicht',
    hint: 'Es wurde keine andere stattdessen heruntergeladen. Das Modell neu laden und erneut wählen.',
  },
  NOT_FOUND: {
    title: 'Hier ist nichts',
    hint: 'Die Adresse prüfen, oder beim Stöbern neu beginnen.',
  },
  EMAIL_TAKEN: {
    title: 'Diese E-Mail ist schon registriert',
    hint: 'Stattdessen anmelden, oder eine andere Adresse verwenden.',
  },
  OFFSET_CHANGED: {
    title: 'Der Upload ist an einer anderen Stelle',
    hint: 'Beim Server nachfragen, wie weit er ist, und von dort fortsetzen.',
  },
  CHECKSUM_MISMATCH: {
    title: 'Die Datei ist beschädigt angekommen',
    hint: 'Der beschädigte Teil wurde verworfen. Erneut senden.',
  },
  VERSION_CHANGED: {
    title: 'Das Modell hat sich geändert',
    hint: 'Das Modell öffnen und erneut wählen, um die neue Version zu erhalten.',
  },
  FILE_EDITED: {
    title: 'Diese Datei wurde hier geändert',
    hint: 'Die eigenen Änderungen behalten, oder sie beiseitelegen und das Original herunterladen.',
  },
  PRICE_CHANGED: {
    title: 'Der Preis hat sich geändert',
    hint: 'Den neuen Preis prüfen und erneut bestätigen.',
  },
  AMBIGUOUS_FILE: { title: 'Mehrere Dateien passen', hint: 'Eine der aufgelisteten Dateien wählen.' },
  SESSION_EXPIRED: {
    title: 'Diese Anfrage ist abgelaufen',
    hint: 'Die Anmeldung in der App neu beginnen.',
  },
  TOO_LARGE: { title: 'Die Anfrage ist zu groß', hint: 'Weniger senden und erneut versuchen.' },
  UNSUPPORTED_MEDIA: {
    title: 'Der Server kann das nicht lesen',
    hint: 'Die App aktualisieren und erneut versuchen.',
  },
  CORRUPT_FILE: {
    title: 'Die Datei ist beschädigt angekommen',
    hint: 'Den Download erneut versuchen. Unbeschädigte Dateien bleiben erhalten.',
  },
  RATE_LIMITED: { title: 'Zu viele Anfragen', hint: 'Einen Moment warten und erneut versuchen.' },
  INTERNAL: {
    title: 'Etwas ist schiefgegangen',
    hint: 'Erneut versuchen. Falls es wieder geschieht, die Details kopieren.',
  },
  FILE_HOST_UNAVAILABLE: {
    title: 'Der Dateiserver antwortet nicht',
    hint: 'Es wurde nichts abgebucht. In einigen Minuten erneut versuchen.',
  },
  UNAVAILABLE: {
    title: 'Der Server antwortet nicht',
    hint: 'Gleich erneut versuchen. Heruntergeladenes lässt sich weiter verwenden.',
  },
  INSUFFICIENT_STORAGE: {
    title: 'Die Festplatte ist voll',
    hint: 'Platz schaffen, oder in den Einstellungen einen anderen Bibliotheksordner wählen.',
  },
};

/** Failures that pages detect themselves: what happened, then the next step. */
export const failures: Translated<typeof englishFailures> = {
  amount: 'Das ist kein Geldbetrag.',
  amountHint: 'Dollar und ganze Cent eingeben, etwa 12.50',
  copyDetails: 'Einzelheiten: {{details}}',
  copyRequestId: 'Anfrage-ID: {{id}}',
  download: 'Der Download ist gescheitert.',
  noAnswer: 'Der Server antwortet nicht. Die Verbindung prüfen und erneut versuchen.',
  noAnswerToDownload:
    'Der Server antwortet nicht. Die Verbindung prüfen und erneut versuchen; ein Modell wird nie zweimal berechnet.',
  noModel: 'Auf diesem Server gibt es kein Modell „{{name}}“.',
  spendingCap: 'Das Ausgabenlimit ist kein Betrag.',
};
