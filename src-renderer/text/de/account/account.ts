import type { account as english } from '../../en/account/account.ts';
import type { Translated } from '../../translated.ts';

/** Sign-in, the account page and the password. */
export const account: Translated<typeof english> = {
  asAdmin: 'Als Admin mit Passwort anmelden',
  company: 'Mit dem Firmenkonto anmelden',
  refused: {
    denied:
      'Die Anmeldung wurde nicht erlaubt. Noch einmal versuchen und auf der Seite der Firma bestätigen.',
    disabled: 'Dieses Konto ist auf diesem Server gesperrt. Den Admin fragen.',
    email: 'Das Firmenkonto hat keine E-Mail-Adresse, und dieser Server braucht eine. Die IT fragen.',
    expired:
      'Die Anmeldung hat zu lange gedauert oder in einem anderen Browser begonnen. Noch einmal versuchen.',
    first:
      'Dieser Server hat noch keinen Admin. Das erste Konto mit dem Einrichtungscode anlegen, dann mit dem Firmenkonto anmelden.',
    provider:
      'Die Anmeldung der Firma hat nicht wie erwartet geantwortet. In einer Minute noch einmal versuchen; der Grund steht im Protokoll des Servers.',
    taken:
      'Ein anderes Konto hier hat diese E-Mail-Adresse, und die Firma hat nicht bestätigt, dass sie Ihre ist. Einen Admin dieses Servers fragen.',
  },
  adminTag: 'Admin',
  publisherTag: 'Publisher',
  closed: 'Dieser Server nimmt keine neuen Konten an. Ein Admin kann eines anlegen.',
  create: 'Konto erstellen',
  createTitle: 'Konto erstellen',
  data: {
    delete: 'Konto löschen',
    deleteBalance: 'Das Guthaben von {{balance}} verfällt.',
    deleteConfirm: 'Konto endgültig löschen',
    deleteHint:
      'Alle Anmeldungen enden sofort, API-Schlüssel und Apps funktionieren nicht mehr, und die freigeschalteten Modelle sind weg. Das lässt sich nicht rückgängig machen. Gutschriften und Abbuchungen bleiben ohne Namen und E-Mail in den Büchern des Servers.',
    deletePassword: 'Passwort',
    deleteTitle: 'Konto löschen?',
    download: 'Meine Daten herunterladen',
    hint: 'Dieser Server speichert die folgenden Angaben. Nichts davon wird weitergegeben.',
    stored: {
      access:
        'Angemeldete Browser und Programme, verbundene Apps und API-Schlüssel: Name, Daten und die Netzwerkadresse der letzten Verwendung. Die Geheimnisse selbst sind nur als Hash gespeichert',
      admins: 'Was Admins am Konto geändert haben, und was mit diesem Konto als Admin geändert wurde',
      agents: 'Was Agenten ausgeben wollten, und wie darüber entschieden wurde',
      lists:
        'Favoriten, Sammlungen und gespeicherte Suchen, die sonst niemand sieht, Projekte mit dem, was dieses Konto hinzugefügt hat, und geteilte Links mit der Zahl ihrer Aufrufe',
      logs: 'Das Protokoll des Servers, das der Betreiber aufbewahren kann: Netzwerkadressen und Zeitpunkte der Anfragen. Sicherungen enthalten eine Kopie von all dem, bis sie gelöscht werden',
      models: 'Die freigeschalteten Modelle',
      money: 'Das Guthaben, mit jeder Gutschrift und Abbuchung',
      person: 'Name, E-Mail, Rolle und das Passwort als Hash',
      places:
        'Netzwerkadressen und Browser der Anmeldungen aus den letzten 90 Tagen, und falsche Passwörter der letzten halben Stunde. Sie erschweren das Erraten, ohne auszusperren',
    },
    title: 'Gespeicherte Daten',
  },
  email: 'E-Mail',
  haveApp: 'Desktop-App schon installiert?',
  openInApp: 'Mit diesem Server verbinden',
  haveAccount: 'Schon ein Konto?',
  invitationCode: 'Einladungscode',
  invitationCodeHint: 'Er steht in der Einladung.',
  keychainMissing:
    'Dieser Computer hat keinen Schlüsselbund. Die Anmeldung endet, wenn die App geschlossen wird.',
  manage: 'Transaktionen, API-Schlüssel, verbundene Apps und Passwort',
  manageHint: 'Eine App darf sie nicht ändern. Sie stehen auf der Kontoseite im Browser.',
  manageOpen: 'Kontoseite öffnen',
  name: 'Name',
  newHere: 'Neu hier?',
  password: 'Passwort',
  passwordHint: 'Mindestens {{count, number}} Zeichen',
  passwords: {
    change: 'Passwort ändern',
    changed_zero: 'Das Passwort ist geändert. Sonst war nichts angemeldet.',
    changed_one: 'Das Passwort ist geändert. Eine andere Anmeldung wurde beendet.',
    changed_other:
      'Das Passwort ist geändert. {{count, number}} andere Anmeldungen, Apps und Schlüssel wurden beendet.',
    current: 'Aktuelles Passwort',
    hint: 'Ein neues Passwort meldet alles andere ab, was dieses Konto verwendet: andere Browser, verbundene Apps und API-Schlüssel.',
    new: 'Neues Passwort',
  },
  sections: {
    apps: 'Verbundene Apps',
    keys: 'API-Schlüssel',
    sessions: 'Sitzungen',
    settings: 'Einstellungen',
    shares: 'Links',
    transactions: 'Transaktionen',
    unlocks: 'Freigeschaltet',
  },
  setupCode: 'Einrichtungscode',
  setupCodeHint: 'Der Server gibt ihn bei jedem Start aus, bis es ein Konto gibt.',
  signedIn: 'Angemeldet',
  signedOut: 'Nicht angemeldet',
  signedOutHint: 'Nach der Anmeldung sind hier Guthaben und freigeschaltete Modelle zu sehen.',
  signIns: {
    code: 'Der Code lautet',
    codeExpired: 'Der Code ist abgelaufen. Abbrechen und neu anmelden.',
    codeExpires: 'Der Code läuft in {{time}} ab.',
    opened: 'Der Browser ist geöffnet. Zeigt er denselben Code, dort genehmigen.',
    reopen: 'Seite erneut öffnen',
    starting: 'Anmeldeseite wird beim Server angefragt …',
    tryAgain: 'Erneut versuchen',
    waiting: 'Anmeldung läuft …',
  },
  toCreate: 'Konto erstellen',
  toSignIn: 'Stattdessen anmelden',
  transactionsEmpty: 'Noch keine Gutschriften oder Abbuchungen.',
  unlocks: {
    date: 'Freigeschaltet am {{date}}',
    empty: 'Noch keine. Die 1k-Topologie jedes Modells ist ohne Freischalten kostenlos.',
    hint: 'Alle ihre Dateien lassen sich beliebig oft herunterladen.',
    removed: 'nicht mehr im Katalog',
    title: 'Freigeschaltete Modelle',
  },
  yours: 'Mein Konto',
};
