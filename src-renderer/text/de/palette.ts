import type { palette as english } from '../en/palette.ts';
import type { Translated } from '../translated.ts';

/** The command palette and the list of shortcuts. */
export const palette: Translated<typeof english> = {
  actions: 'Aktion',
  collection: 'Sammlung',
  field: 'Modell, Seite oder Aktion finden',
  model: 'Modell',
  none: 'Nichts passt zu „{{query}}“',
  page: 'Seite',
  results: 'Ergebnisse',
  sheet: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    list: 'In einer Liste von Modellen',
    view: 'In der 3D-Ansicht',
    arrows: 'Pfeiltasten',
    move: 'Von Modell zu Modell gehen',
    open: 'Modell öffnen',
    look: 'Schnellansicht',
    space: 'Leertaste',
    enter: 'Eingabe',
    escape: 'Esc',
    pick: 'Modell aus- oder abwählen',
    extend: 'Mehr Modelle auswählen',
    favourite: 'Zu Favoriten hinzufügen oder entfernen',
    collect: 'Zu Sammlungen hinzufügen',
    download: 'Auf der Seite eines Modells: zum Download gehen',
    turn: 'Modell drehen',
    pan: 'Seitwärts bewegen',
    shiftArrows: 'Umschalt + Pfeiltasten',
    zoom: 'Heran- und herauszoomen',
    reset: 'Wie am Anfang',
    picture: 'Zurück zum Bild',
  },
};
