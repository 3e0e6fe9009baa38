/** Findings of the app's doctor, and their fixes. */
export const doctor = {
  DNS: 'DNS',
  Connection: 'Verbindung',
  Clock: 'Uhr',
  Proxy: 'Proxy',
  Server: 'Server',
  Library: 'Bibliothek',
  Disk: 'Festplatte',
  Certificate: 'Zertifikat',
  'Path length': 'Pfadlänge',
  Keychain: 'Schlüsselbund',
  'Sign-in': 'Anmeldung',
  Version: 'Version',
  Policies: 'Vorgaben',
  'The library': 'Die Bibliothek',
  'The folder of the app': 'Der Ordner der App',
  'the library': 'der Bibliothek',
  '{what} has {size} GiB free.': '{what} hat {size} GiB frei.',
  'Free some space, or move it to a larger disk.':
    'Platz schaffen, oder auf eine größere Festplatte umziehen.',
  'This clock and that of {host} agree.': 'Diese Uhr und die von {host} stimmen überein.',
  'This clock is {seconds} s behind that of {host}.':
    'Diese Uhr geht gegenüber der von {host} {seconds} s nach.',
  'This clock is {seconds} s ahead of that of {host}.':
    'Diese Uhr geht gegenüber der von {host} {seconds} s vor.',
  'Set both computers to get their time from the network.':
    'Beide Computer die Uhr über das Netzwerk stellen lassen.',
  'Renew it; the server picks up the new files automatically.':
    'Es erneuern; der Server übernimmt die neuen Dateien von selbst.',
  'The certificate of {what} has expired.': 'Das Zertifikat von {what} ist abgelaufen.',
  'The certificate of {what} is valid for {days} more days.':
    'Das Zertifikat von {what} gilt noch {days} Tage.',
  'The path of {what} is short enough for long file names.': 'Der Pfad {what} lässt Platz für lange Namen.',
  'The path of {what} has {count} characters, but many programs on Windows allow only {most} for a file.':
    'Der Pfad {what} hat {count} Zeichen, und viele Programme unter Windows nehmen für eine Datei höchstens {most}.',
  'Choose a folder with a shorter path.': 'Einen Ordner mit kürzerem Pfad wählen.',
  'Check the address in Settings, and your network.':
    'Die Adresse in den Einstellungen und das Netzwerk prüfen.',
  '{name} resolves to {addresses}.': '{name} führt zu {addresses}.',
  '{name} could not be resolved: {reason}.': '{name} führt nirgendwohin: {reason}.',
  '{host} answers, and its certificate is trusted.':
    '{host} antwortet mit einem vertrauenswürdigen Zertifikat.',
  '{host} answers without encryption.': '{host} antwortet unverschlüsselt.',
  'Another program may use this address, or a proxy may be in between.':
    'Vielleicht gehört die Adresse zu einem anderen Programm, oder ein Proxy steht dazwischen.',
  '{host} answers with {status}.': '{host} antwortet mit {status}.',
  '{host} is not responding: {reason}.': '{host} antwortet nicht: {reason}.',
  'HTTPS_PROXY names {host}.': 'HTTPS_PROXY nennt {host}.',
  'an invalid address': 'eine Adresse, die keine ist',
  'No proxy is in use.': 'Es wird kein Proxy verwendet.',
  'The system uses {proxy}.': 'Das System verwendet {proxy}.',
  '{whose} is ready.': '{whose} ist bereit.',
  '{whose} is starting.': '{whose} startet.',
  '{whose} is indexing.': '{whose} indexiert seine Bibliothek.',
  '{whose} is offline.': '{whose} ist nicht erreichbar.',
  '{whose} is failed.': '{whose} wurde durch ein Problem beendet.',
  'The server in this app': 'Der Server in dieser App',
  'The server {url}': 'Der Server {url}',
  'Wait until it is ready.': 'Warten, bis er bereit ist.',
  'Restart it in Settings.': 'Ihn in den Einstellungen neu starten.',
  'Connect its disk, or choose another library folder in Settings.':
    'Die Festplatte verbinden, oder in den Einstellungen einen anderen Bibliotheksordner wählen.',
  '{folder} takes downloads.': '{folder} nimmt Downloads auf.',
  '{folder} cannot be used: {reason}.': '{folder} lässt sich nicht verwenden: {reason}.',
  '{what} does not report its free space: {reason}.': '{what} nennt keinen freien Platz: {reason}.',
  'Look at the disk.': 'Die Festplatte prüfen.',
  'The keychain stores your sign-in.': 'Der Schlüsselbund bewahrt die Anmeldung.',
  'The keychain did not return what was stored.':
    'Der Schlüsselbund gab nicht zurück, was er bewahren sollte.',
  'The keychain of this computer cannot be used.':
    'Der Schlüsselbund dieses Computers lässt sich nicht verwenden.',
  'Nobody is signed in; free models can be downloaded.':
    'Niemand ist angemeldet; kostenlose Modelle lassen sich herunterladen.',
  '{who}, and may download.': '{who}, und darf herunterladen.',
  '{who}, without the right to download.': '{who}, aber ohne das Recht herunterzuladen.',
  'You are signed in': 'Ein Konto ist angemeldet',
  '{user} is signed in': '{user} ist angemeldet',
  'Sign out, sign in again, and approve it.': 'Abmelden, neu anmelden und es genehmigen.',
  'Your organisation decides: {list}.': 'Die Organisation legt fest: {list}.',
  'Lodestock {version}, Electron {electron}, Node {node}, {platform} {architecture}.':
    'Lodestock {version}, Electron {electron}, Node {node}, {platform} {architecture}.',
} as const;
