import type { updates as english } from '../en/updates.ts';
import type { Translated } from '../translated.ts';

/** New versions of the app, and going back to an earlier one. */
export const updates: Translated<typeof english> = {
  title: 'Updates',
  mode: 'Neue Versionen',
  modes: {
    auto: 'Beim Beenden von Lodestock installieren',
    notify: 'Nur melden',
    off: 'Nicht danach suchen',
  },
  modeHint: 'Lodestock sucht beim Start und einmal am Tag danach.',
  beta: 'Auch Testversionen',
  betaHint: 'Früher veröffentlicht und weniger geprüft.',
  now: 'Dies ist Lodestock {{version}}.',
  waiting: 'Lodestock hat noch nicht nach einer neueren Version gesucht.',
  looking: 'Suche nach einer neueren Version …',
  current: 'Dies ist die neueste Version.',
  checkedAt: 'Gesucht {{when}}.',
  offered: 'Es gibt Lodestock {{version}}.',
  fetching: 'Lodestock {{version}} wird heruntergeladen …',
  rollback: 'Das Studio ist zu Lodestock {{version}} zurückgegangen.',
  ready: 'Lodestock {{version}} ist bereit und wird beim Beenden installiert.',
  faults: {
    damaged:
      'Der Download stimmt nicht mit der veröffentlichten Version überein und wurde daher nicht installiert. Noch einmal suchen; bleibt es dabei, einen Admin fragen.',
    forged:
      'Lodestock {{version}} wurde nicht heruntergeladen, weil die Signatur nicht stimmt. Einen Admin bitten, diese Version noch einmal zu importieren.',
    unsigned:
      'Lodestock {{version}} wurde nicht heruntergeladen, weil es nicht signiert ist und der Server kein https verwendet. Einen Admin um signierte Versionen oder https bitten.',
    rollback:
      'Das Studio ist zu Lodestock {{version}} zurückgegangen. Der Server verwendet aber kein https, darum bleibt diese Version. Einen Admin um https bitten oder {{version}} von Hand installieren.',
    unreachable:
      'Die neuere Version konnte nicht gesucht oder heruntergeladen werden. Lodestock versucht es morgen wieder.',
    'not-installed':
      'Lodestock {{version}} konnte nicht installiert werden. Prüfen, ob der Ordner beschreibbar und auf dem Datenträger Platz ist.',
  },
  obstacles: {
    address: 'Dieses Paket hat keine Adresse für Updates, darum sucht Lodestock nicht danach.',
    choice: 'Lodestock sucht nicht nach neueren Versionen.',
    clone: 'Diese Kopie läuft aus ihrem Quelltext. Sie wird mit git aktualisiert.',
    folder: 'Diese Kopie wurde von Hand entpackt und wird von Hand ersetzt.',
    shared:
      'Lodestock wurde für alle an diesem Computer installiert. Neuere Versionen installiert, wer ihn verwaltet.',
    'read-only':
      'Der Ordner dieses AppImage ist mit diesem Konto nicht beschreibbar. Für neuere Versionen Lodestock beenden und das AppImage in einen eigenen Ordner verschieben.',
    server: 'Neuere Versionen kommen vom Server des Studios. Diesen zuerst unter Server wählen.',
  },
  notes: 'Neu in {{version}}',
  look: 'Jetzt suchen',
  fetch: 'Herunterladen',
  restart: 'Jetzt neu starten',
  restarting: 'Neustart …',
  goBack: 'Zurück zu {{version}} …',
  back: {
    title: 'Zurück zu Lodestock {{version}}?',
    restart: 'Lodestock startet als {{version}} neu und installiert {{current}} nicht mehr automatisch.',
    data: 'Hat {{current}} das Format der Datenbank in dieser App geändert, geht diese auf ihre Kopie von vor dem Update zurück. Was seitdem dazukam, wird im Datenordner beiseitegelegt, nicht gelöscht.',
    rest: 'Bibliothek, Einstellungen und Anmeldung bleiben.',
    action: 'Zurückgehen',
  },
  trouble:
    'Lodestock {{current}} läuft auf diesem Computer nicht richtig. Es lässt sich zu {{version}} zurückgehen.',
  troubleAlone:
    'Lodestock {{current}} läuft auf diesem Computer nicht richtig. Was hilft, steht in den Einstellungen unter Hilfe.',
};
