import type { adminFirstDay as english } from '../../en/admin/admin-first-day.ts';
import type { Translated } from '../../translated.ts';

/** What a new server still needs. */
export const adminFirstDay: Translated<typeof english> = {
  backup: 'Sichern',
  demo: 'Eigene Modelle verwenden',
  hints: {
    demo: 'LODESTOCK_LIBRARY_DIR auf den eigenen Ordner setzen und den Server neu starten.',
    hosts: 'LODESTOCK_HOSTS setzen und den Server neu starten.',
  },
  hosts: 'Einen Dateiserver verbinden',
  invite: 'Personen einladen',
  models: 'Modelle hinzufügen',
  registration: 'Festlegen, wer ein Konto bekommt',
  title: 'Der erste Tag',
};
