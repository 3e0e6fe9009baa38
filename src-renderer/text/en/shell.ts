/** What stands around every page, and the pages that belong to no feature. */
export const shell = {
  activeDownloads_one: '{{count, number}} active',
  activeDownloads_other: '{{count, number}} active',
  adminNeeded: 'Sign in with an admin account.',
  approvalNeedsSignIn: 'An app is asking to use your account. Sign in to review its request.',
  accountNeedsSignIn: 'Sign in to see your account.',
  browseModels: 'Browse models',
  home: 'Lodestock home',
  navigation: 'Main',
  notFound: 'Page not found',
  notFoundHint: 'Check the address, or browse the models.',
  openLibrary: 'Open the library',
  places: {
    browse: 'Browse',
    library: 'Library',
    downloads: 'Downloads',
    plugins: 'Plugins',
    settings: 'Settings',
  },
  product: 'Lodestock',
  serverSettings: 'Server settings',
  skip: 'Skip to content',
  trouble: {
    gone: 'The window’s page crashed',
    notLoaded: 'The window’s page could not be opened',
    reassurance: 'Your library, your downloads and the server are not affected. Reload to go on.',
    reload: 'Reload',
    copy: 'Copy details',
    copied: 'Copied',
  },
  switchTheme: 'Switch between dark and light',
} as const;

/** What a person can do from anywhere, as the list of shortcuts names it. */
export const actions = {
  go: {
    browse: 'Browse',
    library: 'Library',
    downloads: 'Downloads',
    plugins: 'Plugins',
    settings: 'Settings',
    back: 'Back',
  },
  search: { focus: 'Search' },
  view: { reload: 'Refresh' },
  theme: { toggle: 'Switch between dark and light' },
  session: { signIn: 'Sign in', signOut: 'Sign out' },
} as const;
