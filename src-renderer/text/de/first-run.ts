import type { firstRun as english } from '../en/first-run.ts';
import type { Translated } from '../translated.ts';

/** The question of the desktop app's first start. */
export const firstRun: Translated<typeof english> = {
  title: 'Wo liegen die Modelle?',
  hint: 'Das lässt sich jederzeit in den Einstellungen ändern.',
  join: 'Mit dem Studio verbinden',
  joinHint: 'Die Adresse des Lodestock-Servers eingeben. Die Anmeldung folgt danach.',
  models: 'Einen Ordner dieses Computers verwenden',
  modelsHint: 'Lodestock findet die Modelle darin und schreibt nichts in ihre Ordner.',
  chooseModels: 'Ordner wählen …',
  look: 'Erst einmal umsehen',
  lookHint:
    'Auf diesem Computer wird eine Demo-Bibliothek erzeugt. Das braucht höchstens 80 MB und etwa zehn Sekunden.',
  lookAround: 'Demo-Bibliothek erzeugen',
};
