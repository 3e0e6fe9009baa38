import type { approve as english } from '../../en/account/approve.ts';
import type { Translated } from '../../translated.ts';

/** The page where a user lets an app use the account. */
export const approve: Translated<typeof english> = {
  agentCheck:
    'Nur genehmigen, wenn gerade eine Anmeldung in {{app}} begonnen wurde. Der Browser kehrt dann zu {{place}} zurück.',
  approve: 'Genehmigen',
  codeCheck: 'Nur genehmigen, wenn {{app}} gerade denselben Code anzeigt:',
  code: 'Code',
  codeHint:
    'Den Code eingeben, den die App anzeigt. Bevor etwas geschieht, ist zu sehen, worum die App bittet.',
  codeWrong: 'Ein Code hat acht Buchstaben und Ziffern, etwa KXTM-2345.',
  continue: 'Weiter',
  deny: 'Ablehnen',
  elsewhere:
    'Diese Anfrage kommt von einer anderen Adresse ({{address}}) als dieser Browser. Wer den Link von jemandem bekommen hat, lehnt ab: {{app}} würde das Konto auf dessen Computer benutzen.',
  endings: {
    approved: {
      title: 'Genehmigt',
      text: 'Die App ist in wenigen Sekunden angemeldet. Dieser Tab kann geschlossen werden.',
    },
    denied: {
      title: 'Abgelehnt',
      text: 'Die App hat keinen Zugriff erhalten. Dieser Tab kann geschlossen werden.',
    },
    expired: {
      title: 'Diese Anfrage ist abgelaufen',
      text: 'Eine Anfrage gilt zehn Minuten. Die Anmeldung in der App neu beginnen und dem neuen Link folgen.',
    },
    unknown: {
      title: 'Anfrage nicht gefunden',
      text: 'Link oder Code ist unvollständig, vertippt oder abgelaufen. In der App nachsehen, oder dort die Anmeldung neu beginnen.',
    },
  },
  enterCode: 'Code eingeben',
  facts: {
    address: 'Adresse',
    app: 'App',
    client: 'Beschrieben von',
    device: 'Gerät',
    program: 'Läuft in',
    returnsTo: 'Kehrt zurück zu',
    started: 'Begonnen',
    startedAt: '{{time}} ({{ago}})',
    unvouched: 'nur von sich selbst',
  },
  failed: 'Diese Anfrage lässt sich nicht anzeigen',
  loading: 'Anfrage wird geladen …',
  permissions: 'Berechtigungen',
  question: 'Darf {{app}} dieses Konto verwenden?',
  scopes: {
    'account:read': 'Name und E-Mail-Adresse sehen',
    'balance:read': 'Das Guthaben sehen',
    'entitlements:read': 'Sehen, welche Modelle freigeschaltet sind',
    'download:direct': 'Dateien herunterladen und Modelle mit dem Guthaben freischalten',
    'scene:import': 'Modelle in die geöffnete Szene importieren',
    'models:publish': 'Dateien hochladen und Modelle veröffentlichen, wo das Konto es darf',
    'lists:write': 'Favoriten, Sammlungen und Projekte sehen und ändern',
  },
  signInApp: 'App anmelden',
  typeCode: 'Code, den {{app}} anzeigt',
  terms: {
    asksFirst: 'Vor jeder Abbuchung fragen',
    cap: 'Ausgabenlimit in US-Dollar',
    capHint: 'So viel darf insgesamt abgebucht werden. Mit 0 gibt es nur kostenlose Dateien.',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tage',
    lifetime: 'Angemeldet für',
  },
  tickOne: 'Zum Genehmigen mindestens eine Berechtigung ankreuzen, sonst die Anfrage ablehnen.',
};
