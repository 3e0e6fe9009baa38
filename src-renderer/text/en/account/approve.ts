/** The page on which a person lets an app use the account. */
export const approve = {
  approve: 'Approve',
  codeCheck: 'Approve only if {{app}} is showing you this same code right now:',
  code: 'Code',
  codeHint: 'Enter the code shown in the app. You can review what it asks for before you approve.',
  codeWrong: 'A code has eight letters and digits, such as KXTM-2345.',
  continue: 'Continue',
  deny: 'Deny',
  elsewhere:
    'This request comes from another address ({{address}}) than this browser. If somebody sent you the link, deny it: {{app}} would use your account on their computer.',
  endings: {
    approved: {
      title: 'Approved',
      text: 'The app signs in within a few seconds. You can close this tab.',
    },
    denied: { title: 'Denied', text: 'The app was not given access. You can close this tab.' },
    expired: {
      title: 'This request has expired',
      text: 'Requests expire after ten minutes. Start signing in again in the app, then follow its new link.',
    },
    unknown: {
      title: 'Request not found',
      text: 'The link or code is incomplete, mistyped or expired. Check the app again, or restart its sign-in.',
    },
  },
  enterCode: 'Enter the code',
  facts: {
    address: 'Address',
    app: 'App',
    device: 'Device',
    program: 'Runs in',
    started: 'Started',
    startedAt: '{{time}} ({{ago}})',
  },
  failed: 'This request could not be loaded',
  loading: 'Loading the request…',
  permissions: 'Permissions',
  question: 'Allow {{app}} to use your account?',
  scopes: {
    'account:read': 'See your name and e-mail address',
    'balance:read': 'See your balance',
    'entitlements:read': 'See which models you have unlocked',
    'download:direct': 'Download files, and unlock models with your balance',
    'scene:import': 'Import models into the scene you have open',
    'models:publish': 'Upload files and publish models, if you are a publisher',
    'lists:write': 'See and change your favourites and collections',
  },
  signInApp: 'Sign in an app',
  typeCode: 'Code that {{app}} shows you',
  tickOne: 'Tick at least one permission to approve, or deny the request.',
} as const;
