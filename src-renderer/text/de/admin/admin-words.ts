import type {
  actionNames as englishActions,
  problemNames as englishProblems,
} from '../../en/admin/admin-words.ts';
import type { Translated } from '../../translated.ts';

/** Names of the kinds of problems. */
export const problemNames: Translated<typeof englishProblems> = {
  unreadable: 'Nicht lesbar',
  link: 'Verknüpfung',
  name: 'Name',
  broken: 'Defekte Datei',
  changed: 'Geänderte Datei',
  metadata: 'Beschreibung',
  missing: 'Fehlende Datei',
  duplicate: 'Gleiche guid',
  copy: 'Kopie',
  empty: 'Leer',
  'left-out': 'Ausgelassen',
  poster: 'Vorschaubild',
  flaw: 'Fehlerhafte Datei',
  levels: 'Stufen',
  asset: 'Asset',
  host: 'Dateiserver',
  'host-history': 'Verlauf eines Dateiservers',
  'host-model': 'Modell eines Dateiservers',
};

/** Admin actions, as the audit log names them. */
export const actionNames: Translated<typeof englishActions> = {
  account: {
    create: 'Konto erstellt',
    disable: 'Konto gesperrt',
    enable: 'Konto entsperrt',
    password: 'Passwort gesetzt',
    role: 'Rolle geändert',
  },
  app: {
    grant: 'App zugelassen',
    revoke: 'Zugang der App beendet',
  },
  credit: {
    grant: 'Guthaben gutgeschrieben',
    take: 'Guthaben abgezogen',
  },
  invitation: {
    make: 'Einladung erstellt',
    revoke: 'Einladung widerrufen',
  },
  library: {
    clean: 'Veröffentlichte Versionen gelöscht',
    edit: 'Modelle bearbeitet',
    hide: 'Modelle ausgeblendet',
    'level-formats': 'Formate der Stufen geändert',
    levels: 'Stufen neu erzeugt',
    merge: 'Modelle zusammengeführt',
    'not-same': 'Duplikate verworfen',
    posters: 'Vorschaubilder neu gerendert',
    products: 'product.json geschrieben',
    publish: 'Modelle veröffentlicht',
    review: 'Prüfung neuer Modelle geändert',
    rule: 'Ordnerregel geändert',
    same: 'Duplikate wieder aufgeführt',
    show: 'Modelle wieder eingeblendet',
    split: 'Modell aufgeteilt',
  },
  people: {
    groups: 'Gruppen geändert',
    rights: 'Rechte geändert',
  },
  problem: {
    pass: 'Probleme übergangen',
    show: 'Probleme wieder aufgeführt',
  },
  publish: {
    approve: 'Veröffentlichung freigegeben',
    refuse: 'Veröffentlichung abgelehnt',
  },
  search: {
    synonyms: 'Synonyme geändert',
  },
  server: {
    backup: 'Sicherung erstellt',
    registration: 'Registrierung geändert',
  },
  source: { switch: 'Katalog umgeschaltet' },
  starter: {
    pin: 'Plugin-Version festgelegt',
    unpin: 'Plugin-Version freigegeben',
  },
  upload: {
    end: 'Upload beendet',
  },
};
