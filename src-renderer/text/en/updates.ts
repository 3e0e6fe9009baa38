/** Newer versions of the app, and the way back. */
export const updates = {
  title: 'Updates',
  mode: 'Newer versions',
  modes: {
    auto: 'Install when I quit Lodestock',
    notify: 'Only tell me',
    off: 'Do not look for them',
  },
  modeHint: 'Lodestock checks when it starts, and once a day.',
  beta: 'Test versions too',
  betaHint: 'Released earlier, and tested less.',
  now: 'This is Lodestock {{version}}.',
  waiting: 'Lodestock has not looked for a newer version yet.',
  looking: 'Looking for a newer version…',
  current: 'This is the newest version.',
  checkedAt: 'Last checked {{when}}.',
  offered: 'Lodestock {{version}} is available.',
  fetching: 'Downloading Lodestock {{version}}…',
  ready: 'Lodestock {{version}} is ready. It is installed when you quit.',
  faults: {
    damaged:
      'What was downloaded is not what its makers published, so it was not installed. Look again; if it happens once more, tell your admin.',
    unreachable: 'The newer version could not be looked for or downloaded. Lodestock tries again tomorrow.',
    'not-installed':
      'Lodestock {{version}} could not be put in the place of this version. Check that its folder can be written to and its disk has room.',
  },
  obstacles: {
    address: 'This package names no place for newer versions, so Lodestock looks for none.',
    choice: 'Lodestock does not look for newer versions.',
    clone: 'This copy runs from its source code. Update it with git.',
    folder: 'This copy was unpacked by hand, so you replace it by hand.',
    shared:
      'Lodestock was installed for everyone on this computer. An administrator installs newer versions.',
    server: 'Newer versions come from the server of your studio. Choose it under Server first.',
  },
  notes: 'What is new in {{version}}',
  look: 'Look now',
  fetch: 'Download',
  restart: 'Restart now',
  restarting: 'Restarting…',
  goBack: 'Go back to {{version}}…',
  back: {
    title: 'Go back to Lodestock {{version}}?',
    restart: 'Lodestock restarts as {{version}}, and does not install {{current}} by itself again.',
    data: 'If {{current}} has changed the format of the database in this app, that goes back to its copy from before the update. What came since is set aside in the data folder, not deleted.',
    rest: 'Your library, settings and sign-in stay.',
    action: 'Go back',
  },
  trouble: 'Lodestock {{current}} does not run properly on this computer. You can go back to {{version}}.',
  troubleAlone:
    'Lodestock {{current}} does not run properly on this computer. See Help in Settings for what you can do.',
} as const;
