import type { ownServer as english } from '../en/own-server.ts';
import type { Translated } from '../translated.ts';

/** The desktop app's built-in server, for users who also run it for others. */
export const ownServer: Translated<typeof english> = {
  title: 'Server in dieser App',
  manage: 'Teilen und verwalten',
  toSettings: 'Zurück zu den Einstellungen',
  another:
    'Lodestock verwendet einen anderen Server, deshalb läuft der in dieser App nicht. Er lässt sich in den Einstellungen wählen.',
  notReady: 'Der Server in dieser App ist noch nicht bereit.',
  share: {
    title: 'Teilen',
    switch: 'Andere in diesem Netzwerk dürfen diesen Server verwenden',
    hint: 'Sie können die Modelle durchsuchen, in 3D ansehen und mit einem eigenen Konto herunterladen. Das geht, solange der Computer wach ist und Lodestock läuft, mit oder ohne Fenster.',
    needsAdmin:
      'Zuerst ein eigenes Konto auf diesem Server anlegen. Es wird zum Admin, der entscheidet, wer noch dazukommt.',
    createAccount: 'Konto anlegen',
    told: 'Adresse für die anderen',
    toldHint:
      'Sie öffnen sie im Browser oder geben sie in Lodestock ein, das sie auch unter „In diesem Netzwerk suchen“ findet. Verbindungen sind nicht verschlüsselt: nur in einem vertrauenswürdigen Netzwerk teilen.',
    copy: 'Adresse kopieren',
    copyLink: 'Link für die App kopieren',
    invite: 'Leute einladen',
    code: 'QR-Code von {{url}}',
    firewall:
      'Fragt der Computer, ob Lodestock Verbindungen annehmen darf, dies für private Netzwerke erlauben.',
    address: 'Welche Adresse',
    addressHint: 'Dieser Computer ist in mehreren Netzwerken. Das wählen, in dem die anderen sind.',
    automatic: 'Die erste, die es gibt',
    privately: 'Modelle nur Leuten mit Konto zeigen',
    privatelyHint: 'Sonst kann sie jeder im Netzwerk ansehen; zum Herunterladen braucht es immer ein Konto.',
  },
  backup: {
    title: 'Sicherungen',
    hint: 'Eine Sicherung enthält Konten, Freischaltungen, Kontobuch und Katalog, dazu den Schlüssel des Servers; sie ist so zu schützen wie ein Passwort. Modelle und veröffentlichte Dateien sind nicht darin.',
    folder: 'Ordner für Sicherungen',
    noFolder: 'Keiner gewählt',
    folderHint: 'Am besten auf einem anderen Datenträger oder auf einem, der selbst gesichert wird.',
    every: 'Wie oft',
    everyHint:
      'Während Lodestock läuft; eine versäumte wird beim nächsten Start nachgeholt. Die letzten sieben bleiben.',
    never: 'Nur auf Wunsch',
    daily: 'Jeden Tag',
    weekly: 'Jede Woche',
    last: 'Letzte Sicherung: {{time}}, {{size}}.',
    now: 'Jetzt sichern',
    running: 'Wird gesichert …',
    restore: 'Sicherung wiederherstellen …',
    restored: 'Die Sicherung vom {{time}} ist wiederhergestellt. Was vorher da war, liegt in {{folder}}.',
    restoreTitle: 'Zu einer Sicherung zurückkehren?',
    restoreHint:
      'Konten, Freischaltungen und Guthaben werden wieder, wie sie damals waren. Was jetzt da ist, bleibt in einem Ordner daneben. Der Server hält für einen Augenblick an.',
    restoreAction: 'Sicherung wählen …',
  },
  storage: {
    title: 'Speicher',
    hint: 'Der Datenordner. Die Modelle liegen anderswo und zählen nicht mit.',
    measuring: 'Wird gemessen …',
    total: 'Gesamt',
    free: 'Frei auf diesem Datenträger',
    parts: {
      database: 'Datenbank und Suchindex',
      copies: 'Sicherungen vor Upgrades',
      posters: 'Vorschaubilder',
      levels: 'Aus den Modellen erzeugte Stufen',
      published: 'Veröffentlichte Dateien und Uploads',
      unpacked: 'Ausgepackte Archive',
      demo: 'Demo-Bibliothek',
      other: 'Andere Dateien',
    },
  },
  health: {
    title: 'Zustand',
    hint: 'Prüft, ob Datenbank, Kontobuch, Freischaltungen und Bibliothek übereinstimmen.',
    running: 'Wird geprüft …',
    check: 'Jetzt prüfen',
    sound: 'Keine Probleme gefunden.',
    found_one: '1 Problem gefunden',
    found_other: '{{count, number}} Probleme gefunden',
    more_one: 'Und 1 weiteres.',
    more_other: 'Und {{count, number}} weitere.',
    compared:
      'Geprüft: {{accounts, number}} Konten, {{ledgerRows, number}} Zeilen im Kontobuch, {{unlocks, number}} Freischaltungen, {{files, number}} Dateien.',
    unfinished: 'Weiter ließ sich nichts prüfen.',
    cures: {
      database: 'Die letzte fehlerfreie Sicherung wiederherstellen.',
      ledger:
        'Die letzte fehlerfreie Sicherung wiederherstellen, oder dem Konto auf der Adminseite Guthaben geben.',
      library: 'Die Datei zurücklegen, oder den Server neu starten; er liest die Bibliothek dann erneut.',
    },
  },
  log: {
    title: 'Protokoll',
    read: 'Letzte Zeilen anzeigen',
    again: 'Erneut anzeigen',
    show: 'Datei anzeigen',
    lines: 'Letzte Zeilen',
    empty: 'Noch nichts protokolliert.',
    hint: 'Ohne Passwörter, Schlüssel und E-Mail-Adressen.',
  },
};
