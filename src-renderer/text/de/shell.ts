import type { actions as englishActions, shell as englishShell } from '../en/shell.ts';
import type { Translated } from '../translated.ts';

/** The frame around every page, and the pages that belong to no feature. */
export const shell: Translated<typeof englishShell> = {
  activeDownloads_one: '{{count, number}} aktiv',
  activeDownloads_other: '{{count, number}} aktiv',
  adminNeeded: 'Mit einem Admin-Konto anmelden.',
  approvalNeedsSignIn: 'Eine App möchte dieses Konto verwenden. Anmelden, um die Anfrage anzusehen.',
  publishNeedsSignIn: 'Anmelden, um Modelle zu veröffentlichen.',
  accountNeedsSignIn: 'Anmelden, um das Konto zu sehen.',
  browseModels: 'Modelle ansehen',
  home: 'Lodestock-Startseite',
  navigation: 'Hauptnavigation',
  notFound: 'Seite nicht gefunden',
  notFoundHint: 'Die Adresse prüfen, oder die Modelle ansehen.',
  openLibrary: 'Bibliothek öffnen',
  places: {
    browse: 'Stöbern',
    favourites: 'Favoriten',
    collections: 'Sammlungen',
    library: 'Bibliothek',
    downloads: 'Downloads',
    publish: 'Publizieren',
    plugins: 'Plugins',
    settings: 'Einstellungen',
  },
  product: 'Lodestock',
  serverSettings: 'Servereinstellungen',
  skip: 'Zum Inhalt springen',
  trouble: {
    gone: 'Die Seite des Fensters ist abgestürzt',
    notLoaded: 'Die Seite des Fensters ließ sich nicht öffnen',
    reassurance: 'Bibliothek, Downloads und Server sind nicht betroffen. Neu laden, um weiterzumachen.',
    reload: 'Neu laden',
    copy: 'Details kopieren',
    copied: 'Kopiert',
  },
  noCode: {
    title: 'Diese Seite ließ sich nicht laden',
    hint: 'Der Server wurde vielleicht aktualisiert, seit Lodestock hier geöffnet wurde, oder er ist nicht erreichbar. Neu laden, um die aktuellen Seiten zu bekommen.',
    reload: 'Neu laden',
  },
  theme: {
    label: 'Farbschema',
    next: 'Farbschema: {{theme}}. Wechseln zu: {{next}}',
    system: 'wie das System',
    light: 'hell',
    dark: 'dunkel',
  },
  titles: {
    page: '{{title}} · {{product}}',
    search: '„{{query}}“',
    account: 'Konto',
    admin: 'Administration',
    approve: 'App genehmigen',
    collection: 'Sammlung',
    collections: 'Sammlungen',
    favourites: 'Favoriten',
    project: 'Projekt',
    projects: 'Projekte',
    publish: 'Modell veröffentlichen',
    'not-found': 'Seite nicht gefunden',
    'sign-in': 'Anmelden',
  },
};

/** Actions that work anywhere, as the list of shortcuts names them. */
export const actions: Translated<typeof englishActions> = {
  palette: { open: 'Modell, Seite oder Aktion finden' },
  shortcuts: { show: 'Tastenkürzel' },
  go: {
    browse: 'Stöbern',
    library: 'Bibliothek',
    downloads: 'Downloads',
    plugins: 'Plugins',
    settings: 'Einstellungen',
    back: 'Zurück',
  },
  search: { focus: 'Suchen' },
  view: { reload: 'Aktualisieren' },
  theme: { toggle: 'Dunkel oder hell' },
  session: { signIn: 'Anmelden', signOut: 'Abmelden' },
};
