/** The settings of the desktop app. */
export const settings = {
  about: 'About',
  address: 'Address',
  addressChecks: {
    empty: 'Enter the address of a Lodestock server, such as https://models.example.org.',
    notAnAddress:
      '“{{text}}” is not an address. Enter one like https://models.example.org or models.studio.lan.',
    withPassword: 'Leave the name and password out of the address; you sign in afterwards.',
    wrongProtocol:
      '“{{protocol}}” addresses are not supported. Use https://, or http:// on your own network.',
  },
  appearance: 'Appearance',
  choose: 'Choose…',
  connect: 'Connect',
  connecting: 'Connecting…',
  downloads: 'Downloads',
  keyboard: 'Keyboard',
  keychain: {
    available: 'Your sign-in is stored in the keychain of this computer and nowhere else.',
    missing: 'This computer has no keychain, so you are signed out when the app closes.',
    unknown: 'Checking the keychain of this computer…',
  },
  library: 'Library',
  libraryFolder: 'Library folder',
  libraryFolderHint:
    'Downloads are saved here, one ordinary folder per model. Existing downloads stay where they are.',
  network: 'Network',
  networkSettings: {
    certificate: 'Certificate authority',
    certificateHint:
      'Lodestock trusts what this computer trusts. If your studio gave you the file of its own authority, choose it here.',
    certificateNone: 'Only those of this computer',
    forget: 'Remove',
    proxy: 'Proxy sign-in',
    proxyHint:
      'Proxies of the system and of HTTPS_PROXY are used by themselves. Fill this in only if yours asks for a name; the password goes to the keychain.',
    password: 'Password',
    save: 'Save',
    saved: 'Saved for {{user}}.',
    user: 'User name',
  },
  parallel: 'Files downloaded at the same time',
  parallelHint: 'Lower this to leave bandwidth for others.',
  plainServer: {
    title: 'Connect without encryption?',
    where: '{{origin}} is on your own network ({{address}}), but its connection is not encrypted.',
    risk: 'Anyone on this network could read your sign-in and what you download. Connect only if you trust the network.',
    connect: 'Connect anyway',
  },
  restart: 'Restart',
  server: 'Server',
  serverBundled: 'The one in this app, on this computer',
  serverOther: 'Another Lodestock server',
  serverStates: {
    bundled: {
      starting: 'The server in this app is starting.',
      indexing: 'The server in this app is indexing its library.',
      ready: 'The server in this app is ready.',
      offline: 'The server in this app cannot be reached.',
      failed: 'The server in this app has stopped because of a problem.',
    },
    remote: {
      starting: '{{url}} is starting.',
      indexing: '{{url}} is indexing its library.',
      ready: '{{url}} is ready.',
      offline: '{{url}} cannot be reached.',
      failed: '{{url}} has stopped because of a problem.',
    },
  },
  signIn: 'Sign-in',
  theme: 'Theme',
  themes: { system: 'Match the system', dark: 'Dark', light: 'Light' },
  title: 'Settings',
  version: 'Lodestock {{version}} on {{platform}}',
  whichServer: 'Which server',
} as const;
