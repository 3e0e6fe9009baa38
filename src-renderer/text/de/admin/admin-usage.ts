import type { adminUsage as english } from '../../en/admin/admin-usage.ts';
import type { Translated } from '../../translated.ts';

/** Storage and traffic, as admins see them. */
export const adminUsage: Translated<typeof english> = {
  asTable: 'Als Tabelle',
  bytes: 'Größe',
  chart: '{{name}} pro Tag: insgesamt {{total}}, am meisten am {{day}} mit {{most}}',
  chartOfNone: '{{name}} pro Tag: keine',
  count: 'Dateien',
  day: 'Tag (UTC)',
  days_one: '{{count, number}} Tag',
  days_other: '{{count, number}} Tage',
  empty: 'Noch ist nichts gespeichert.',
  kind: 'Was',
  kinds: {
    assets: 'Assets für Blender',
    hosts: 'Modelle von Dateiservern',
    levels: 'Auf diesem Server erzeugte Stufen',
    library: 'Dateien der Bibliothek',
    posters: 'Gerenderte Vorschaubilder',
    published: 'Hier veröffentlicht',
    unpacked: 'Aus Archiven entpackt',
  },
  format: 'Format',
  host: 'Dateiserver',
  noBytes: 'Die Dateien dieser Site senden Dateiserver, von hier wurde also nichts gesendet.',
  ofThisServer: 'Gezählt von diesem Server allein, in Tagen ab Mitternacht UTC.',
  period: 'Zeitraum',
  series: { downloads: 'Downloads', sentBytes: 'Gesendet', unlocks: 'Freischaltungen' },
  share: 'Anteil',
  shared: 'Andere Sites mit denselben Konten zählen selbst, was sie tun.',
  since: 'Bekannt seit {{date}}.',
  storage: 'Speicher',
  topology: 'Topologie',
  traffic: 'Datenverkehr',
};
