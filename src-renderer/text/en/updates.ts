/** New versions of the app, and going back to an earlier one. */
export const updates = {
  title: 'Updates',
  mode: 'New versions',
  modes: {
    auto: 'Install when I quit Lodestock',
    notify: 'Only notify me',
    off: 'Do not check for updates',
  },
  modeHint: 'Lodestock checks when it starts, and once a day.',
  beta: 'Include beta versions',
  betaHint: 'Released earlier, with less testing.',
  now: 'This is Lodestock {{version}}.',
  waiting: 'Lodestock has not checked for updates yet.',
  looking: 'Checking for updates…',
  current: 'This is the latest version.',
  checkedAt: 'Last checked {{when}}.',
  offered: 'Lodestock {{version}} is available.',
  fetching: 'Downloading Lodestock {{version}}…',
  rollback: 'Your studio went back to Lodestock {{version}}.',
  ready: 'Lodestock {{version}} is ready. It is installed when you quit.',
  faults: {
    damaged:
      'The download does not match the published version, so it was not installed. Check again; if this keeps happening, tell your admin.',
    forged:
      'Lodestock {{version}} was not downloaded, because its signature is wrong. Ask your admin to import that release again.',
    unsigned:
      'Lodestock {{version}} was not downloaded, because it is not signed and its server does not use https. Ask your admin to offer signed releases, or to set up https.',
    rollback:
      'Your studio went back to Lodestock {{version}}, but its server does not use https, so this version stays. Ask your admin to set up https, or install {{version}} by hand.',
    unreachable: 'Lodestock could not check for updates or download one. It tries again tomorrow.',
    'not-installed':
      'Lodestock {{version}} could not be installed. Check that its folder is writable and its disk has space.',
  },
  obstacles: {
    address: 'This package has no update address, so Lodestock does not check for updates.',
    choice: 'Lodestock does not check for updates.',
    clone: 'This copy runs from its source code. Update it with git.',
    folder: 'This copy was unpacked by hand, so you have to replace it by hand.',
    shared:
      'Lodestock was installed for everyone on this computer. An administrator has to install new versions.',
    'read-only':
      'You cannot write to the folder of this AppImage. To get new versions, quit Lodestock and move the AppImage to a folder of your own.',
    server: 'Updates come from your studio’s server. Choose it under Server first.',
  },
  notes: 'What is new in {{version}}',
  look: 'Check now',
  fetch: 'Download',
  restart: 'Restart now',
  restarting: 'Restarting…',
  goBack: 'Go back to {{version}}…',
  back: {
    title: 'Go back to Lodestock {{version}}?',
    restart: 'Lodestock restarts as {{version}} and does not install {{current}} automatically again.',
    data: 'If {{current}} changed the format of this app’s database, the copy made before the update is used again. Newer data is set aside in the data folder, not deleted.',
    rest: 'Your library, settings and sign-in are kept.',
    action: 'Go back',
  },
  trouble: 'Lodestock {{current}} does not run properly on this computer. You can go back to {{version}}.',
  troubleAlone:
    'Lodestock {{current}} does not run properly on this computer. See Help in Settings for what you can do.',
} as const;
