import type { libraries as english } from '../en/libraries.ts';
import type { Translated } from '../translated.ts';

/** The libraries of this computer, and moving one of them. */
export const libraries: Translated<typeof english> = {
  add: 'Bibliothek hinzufügen …',
  commands: {
    drop: 'Aus der Liste entfernen',
    locate: 'Ordner auswählen …',
    move: 'In einen anderen Ordner oder auf ein anderes Laufwerk verschieben …',
    rename: 'Umbenennen',
    use: 'Downloads hier speichern',
  },
  hint: 'Jede Bibliothek ist ein Ordner mit einem gewöhnlichen Ordner je Modell. Alle werden gemeinsam durchsucht. Aus der Liste zu entfernen löscht nichts.',
  isAway: 'Nicht verbunden',
  isDefault: 'Ziel der Downloads',
  isElsewhere: 'Auf einem anderen Laufwerk',
  list: 'Bibliotheken',
  menuOf: 'Mehr: {{name}}',
  moving: {
    hint: 'Jede Datei wird mit ihrer Kopie verglichen, bevor die alte gelöscht wird. Downloads in diese Bibliothek warten, bis sie verschoben ist.',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    status: {
      clearing: 'Alles ist verschoben. Am alten Ort wird gelöscht …',
      moving: 'Wird verschoben …',
      paused: 'Angehalten',
      stopped: 'Gestoppt: Hier ist etwas zu tun',
      waiting: 'Wartet und versucht es von selbst wieder',
    },
    sums_one: '{{done}} von {{total}}, {{doneFiles, number}} von {{count, number}} Datei',
    sums_other: '{{done}} von {{total}}, {{doneFiles, number}} von {{count, number}} Dateien',
    title: 'Bibliothek verschieben',
    way: 'Von {{from}} nach {{to}}',
  },
  name: 'Name der Bibliothek',
};
