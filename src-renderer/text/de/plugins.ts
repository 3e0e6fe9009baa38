import type { plugins as english } from '../en/plugins.ts';
import type { Translated } from '../translated.ts';

/** Plugins for DCC apps, and models sent to them. */
export const plugins: Translated<typeof english> = {
  address: 'Serveradresse für Plugins:',
  app: '{{app}} ({{label}})',
  announcement: '{{title}}: {{state}}',
  busyApp: '{{app}} – importiert gerade, danach dieses',
  cannotImport: '{{app}} – {{name}} importiert kein {{format}}',
  copyAddress: 'Adresse kopieren',
  importing: 'Importiert',
  install: {
    absent: 'Installieren',
    installed: 'Aktuell',
    outdated: 'Aktualisieren',
    changed: 'Ersetzen',
  },
  job: {
    waiting: 'Wartet, bis {{app}} es importiert',
    importing: '{{app}} importiert es',
    done: 'In {{app}}',
    doneWith: 'In {{app}}: {{message}}',
    failed: '{{app}} hat es nicht importiert und keinen Grund genannt. In {{app}} nach einer Meldung sehen.',
  },
  lead: 'Ein Plugin findet Modelle aus dem 3D-Programm heraus und importiert, was von hier gesendet wird.',
  nextSteps: {
    '3dsmax': '3ds Max neu starten. „Lodestock“ steht dann in der Menüleiste.',
    unity: 'Zu Unity wechseln, das das Plugin übersetzt. Dann Window > Lodestock wählen.',
    blender: 'Blender neu starten und „Lodestock“ unter Edit > Preferences > Add-ons einschalten.',
    godot: '„Lodestock“ unter Project > Project Settings > Plugins einschalten.',
  },
  noneOpen:
    'Kein 3D-Programm mit dem Lodestock-Plugin ist offen. Es erscheint hier spätestens fünf Sekunden nach dem Öffnen.',
  noneOpenToSend:
    'Weder 3ds Max noch Unity, Blender oder Godot ist mit dem Lodestock-Plugin offen. Nach dem Öffnen erscheint das Programm hier in spätestens fünf Sekunden.',
  notBundled: 'Diese Version von Lodestock bringt kein Plugin für {{name}} mit.',
  notFound: {
    '3dsmax':
      'Kein 3ds Max 2021 oder neuer gefunden. Installieren und aktualisieren, oder lodestock.mzp aus /assets/plugins/3dsmax/ auf dem Server in den Viewport ziehen.',
    unity:
      'Unity Hub führt kein Projekt mit Unity 2019.4 oder neuer. Das Projekt in Unity Hub hinzufügen und aktualisieren.',
    blender:
      'Kein Blender 3.4 oder neuer gefunden. Einmal starten, damit es seine Einstellungen anlegt, und aktualisieren.',
    godot:
      'Die Projektverwaltung von Godot führt kein Projekt mit Godot 4.4 oder neuer. Das Projekt dort hinzufügen und aktualisieren.',
  },
  offered: 'Plugin {{version}}',
  openApps: 'Offene Programme',
  openNow: 'Jetzt offen',
  places: 'Wo das Plugin für {{name}} installiert werden kann',
  previous: 'Zurück zu {{version}}',
  previousChanged: 'Zurück zu {{version}}, wie von Hand geändert',
  ready: 'Bereit für Modelle',
  refresh: 'Aktualisieren',
  remove: 'Entfernen',
  removeFrom: 'Entfernen: {{name}}',
  runOn: '{{action}}: {{name}}',
  send: 'Senden an …',
  sendFile: 'Senden an …: {{name}}',
  sendTitle: '{{name}} senden an',
  sentModel: '{{title}}, {{lod}} {{format}}',
  sentModels: 'Gesendete Modelle',
  state: {
    absent: 'Nicht installiert',
    installed: 'Installiert, Version {{version}}',
    outdated: 'Version {{version}} ist installiert; {{offered}} ist verfügbar',
    changed: 'Version {{version}}, von Hand geändert',
    blocked: 'Lässt sich nicht installieren',
  },
  title: 'Plugins',
  whatIsNew: 'Neu in {{version}}',
  working: 'Einen Moment …',
};
