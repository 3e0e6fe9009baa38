/** Why levels and posters are missing. */
export const made = {
  'No poster was rendered: {reason}': 'Es wurde kein Vorschaubild gerendert: {reason}',
  'No levels were made: {reason}': 'Es wurden keine Stufen erzeugt: {reason}',
  'No asset for Blender was made: {reason}': 'Es wurde kein Asset für Blender erzeugt: {reason}',
  'It needs more memory than one model may use.':
    'Es braucht mehr Arbeitsspeicher, als es für ein Modell gibt.',
  'It took longer than {seconds} seconds.': 'Es dauerte länger als {seconds} Sekunden.',
  'What was made for {lod} cannot be used.': 'Was für {lod} erzeugt wurde, lässt sich nicht verwenden.',
  'It has no triangles.': 'Es hat keine Dreiecke.',
  'It was closed.': 'Es wurde geschlossen.',
  'The server ended.': 'Der Server wurde beendet.',
  'It could not be started ({reason}).': 'Es ließ sich nicht starten ({reason}).',
  'It has changed.': 'Es hat sich geändert.',
  'The picture of a model could not be drawn by f3d.': 'f3d konnte das Bild eines Modells nicht zeichnen.',
  'The process that makes them crashed on it.': 'Der Prozess, der sie erzeugt, brach dabei unerwartet ab.',
  'The process that makes them could not be started ({reason}).':
    'Der Prozess, der sie erzeugt, ließ sich nicht starten ({reason}).',
  'The server stopped each time while it made them.':
    'Der Server brach jedes Mal ab, während er sie erzeugte.',
  'This site has no library of its own.': 'Diese Site hat keine eigene Bibliothek.',
  'The levels are made by its file hosts.': 'Die Stufen erzeugen ihre Dateiserver.',
  'This server makes no levels.': 'Dieser Server erzeugt keine Stufen.',
  'Set LODESTOCK_LEVELS to auto and restart it.': 'LODESTOCK_LEVELS auf auto setzen und ihn neu starten.',
  '{file} could not be read for it: {reason}.': '{file} ließ sich dafür nicht lesen: {reason}.',
  'The levels of a model could not be made.': 'Die Stufen eines Modells ließen sich nicht erzeugen.',
  'There is no file to make them from.': 'Es gibt keine Datei, aus der sie sich erzeugen ließen.',

  'The shape of a model could not be kept.': 'Die Form eines Modells ließ sich nicht speichern.',
  'The colour of a poster could not be found.': 'Die Farbe eines Vorschaubilds ließ sich nicht ermitteln.',
  'The browser crashed on it.': 'Der Browser ist dabei abgestürzt.',
  'It may need more memory than is available.': 'Vielleicht braucht es mehr Arbeitsspeicher, als da ist.',
  '{browser} could not be started for posters ({reason}).':
    '{browser} ließ sich für Vorschaubilder nicht starten ({reason}).',
  'The browser ended while it was drawn.': 'Der Browser endete, während es gezeichnet wurde.',
  'The browser for posters runs without its sandbox (LODESTOCK_POSTERS_SANDBOX=off): a model file that breaks it can do what the user of this server can.':
    'Der Browser für Vorschaubilder läuft ohne Sandbox (LODESTOCK_POSTERS_SANDBOX=off): Eine Modelldatei, die ihn überwindet, kann alles, was der Benutzer dieses Servers kann.',
  'Run the server as a user without root rights, and remove the setting.':
    'Den Server als Benutzer ohne Root-Rechte betreiben, und diese Einstellung entfernen.',
  'The browser for posters has no sandbox when this server runs as root.':
    'Läuft dieser Server als root, hat der Browser für Vorschaubilder keine Sandbox.',
  'Run the server as a user without root rights, on a system that allows user namespaces, or accept the risk with LODESTOCK_POSTERS_SANDBOX=off.':
    'Den Server als Benutzer ohne Root-Rechte betreiben, auf einem System, das User Namespaces erlaubt, oder das Risiko mit LODESTOCK_POSTERS_SANDBOX=off eingehen.',
  '{picture} cannot be read.': '{picture} lässt sich nicht lesen.',
  '{picture} is neither WebP nor PNG.': '{picture} ist weder WebP noch PNG.',
  'its sandbox cannot start here: Run the server as a user without root rights, on a system that allows user namespaces, or accept the risk with LODESTOCK_POSTERS_SANDBOX=off.':
    'Die Sandbox kann hier nicht starten: Den Server als Benutzer ohne Root-Rechte betreiben, auf einem System, das User Namespaces erlaubt, oder das Risiko mit LODESTOCK_POSTERS_SANDBOX=off eingehen.',
  'Rendering a poster has stalled.': 'Ein Vorschaubild steht still.',
  '{picture} has {width} × {height} pixels; it has to be square, from {least} to {most} pixels wide.':
    '{picture} hat {width} × {height} Pixel; es muss quadratisch und {least} bis {most} Pixel breit sein.',
  '{picture} is almost empty.': '{picture} zeigt fast nichts.',
  'Only admins and the publisher of a model can choose its poster.':
    'Das Vorschaubild wählen nur Admins und wer das Modell veröffentlicht hat.',
  'The file host of this model renders its poster.':
    'Das Vorschaubild dieses Modells rendert sein Dateiserver.',
  'Choose it there.': 'Es dort wählen.',
  'No poster can be rendered again.': 'Daher lässt sich kein Vorschaubild neu rendern.',
  'This model has its own picture, which is shown instead of a rendered one.':
    'Dieses Modell bringt ein eigenes Bild mit, das statt eines gerenderten gezeigt wird.',
  'The page of links is not built.': 'Die Seite für Links ist nicht gebaut.',
  'The page that renders posters is not built.': 'Die Seite, die Vorschaubilder rendert, ist nicht gebaut.',
  'Run "npm run serve", which builds it.': '„npm run serve“ ausführen, das sie baut.',
  'Drawing it took longer than {seconds} seconds.': 'Das Zeichnen dauerte länger als {seconds} Sekunden.',
  'This job has ended: it was delivered, took too long, or was reassigned.':
    'Dieser Auftrag ist vorbei: Er wurde erledigt, dauerte zu lange oder wurde neu vergeben.',
  'The server stopped each time while it was drawn.':
    'Der Server brach jedes Mal ab, während es gezeichnet wurde.',
  'This model has no poster yet.': 'Dieses Modell hat noch kein Vorschaubild.',
  'No posters are rendered: LODESTOCK_POSTERS is set to off.':
    'Es werden keine Vorschaubilder gerendert: LODESTOCK_POSTERS steht auf off.',
  'This server has no library; its file hosts render the posters.':
    'Dieser Server hat keine Bibliothek; die Vorschaubilder rendern seine Dateiserver.',
  '{browser} renders posters.': '{browser} rendert die Vorschaubilder.',
  'The desktop app renders posters.': 'Die Desktop-App rendert die Vorschaubilder.',
  'Posters wait: no Chromium, Chrome or Edge was found.':
    'Vorschaubilder warten: Weder Chromium noch Chrome oder Edge wurde gefunden.',
  'Install one, set LODESTOCK_CHROMIUM, or keep {page} open as an admin.':
    'Einen davon installieren, LODESTOCK_CHROMIUM setzen, oder als Admin {page} offen lassen.',
  'Models in STEP, IGES or VRML have no preview until f3d is there.':
    'Modelle in STEP, IGES oder VRML haben keine Vorschau, solange f3d fehlt.',
  'Run `apt-get install f3d xvfb bubblewrap`.': '`apt-get install f3d xvfb bubblewrap` ausführen.',
  'f3d cannot read it.': 'f3d kann es nicht lesen.',
  'f3d shows nothing of it.': 'f3d zeigt davon nichts.',
  'Posters wait; keep {page} open as an admin.': 'Vorschaubilder warten; als Admin {page} offen lassen.',
  'The {picture} is {actual}; it has to be {width} × {height}.':
    'Das Bild ({picture}) ist {actual}; es muss {width} × {height} sein.',
  "The {picture} is one of the model's own files, not a render.":
    'Das Bild ({picture}) ist eine Datei des Modells selbst und nicht gerendert.',
  'Only admins can render posters.': 'Vorschaubilder rendern nur Admins.',
  'Sign in as an admin of this server.': 'Als Admin dieses Servers anmelden.',
  'Sign in as an admin of this server to render posters.':
    'Als Admin dieses Servers anmelden, um Vorschaubilder zu rendern.',
} as const;
