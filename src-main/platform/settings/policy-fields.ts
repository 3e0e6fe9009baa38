import { z } from 'zod';
import type { Settings } from '../ipc/settings-fields.ts';

/** A choice that an organisation makes for its computers. */
type PolicyField = {
  readonly schema: z.ZodType;
  readonly title: string;
  /** Its effect, for admins, in complete sentences. */
  readonly explain: string;
  readonly example: string;
  /** Choices with their titles; absent if any text is allowed. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The setting that it sets and locks. */
  readonly setting?: keyof Settings;
  /** The setting's value for each choice, if they differ. */
  readonly decisions?: Readonly<Record<string, Settings[keyof Settings]>>;
};

const Text = z.string().trim().min(1);

/** Every policy. Reading, the templates in deploy/policy and the table in docs/deployment.md derive from it. */
export const policyFields = {
  ServerUrl: {
    schema: Text,
    title: 'Address of the server',
    explain:
      'The Lodestock server that the app uses, without a question, also over plain http. It starts no server of its own.',
    example: 'https://models.studio.lan',
    setting: 'serverUrl',
  },
  LibraryFolder: {
    schema: Text,
    title: 'Library folder',
    explain: 'The folder for downloads, as an absolute path; ~ stands for the home folder.',
    example: '~/Lodestock',
    setting: 'libraryFolder',
  },
  CertificateFile: {
    schema: Text,
    title: 'Certificate authorities',
    explain: 'A PEM file of more certificate authorities to trust.',
    example: '/etc/ssl/studio.pem',
    setting: 'certificateFile',
  },
  Sharing: {
    schema: z.enum(['off']),
    title: 'Sharing the server in the app',
    explain: 'Keeps people from sharing the server in their app on the network.',
    example: 'off',
    choices: { off: 'Off' },
    setting: 'shareServer',
    decisions: { off: false },
  },
  Updates: {
    schema: z.enum(['auto', 'server', 'notify', 'off']),
    title: 'Updates of the app',
    explain:
      'Whether the app updates itself when it quits: from its makers, from the server that it uses, only when the person asks, or not at all.',
    example: 'off',
    choices: {
      auto: 'Automatic',
      server: 'From the server of the studio',
      notify: 'Only tell of them',
      off: 'Off',
    },
    setting: 'updates',
    decisions: { server: 'auto' },
  },
  UpdateChannel: {
    schema: z.enum(['stable', 'beta']),
    title: 'Channel of updates',
    explain: 'Whether the app also takes test versions.',
    example: 'stable',
    choices: { stable: 'Releases', beta: 'Include beta versions' },
    setting: 'updateChannel',
  },
  UpdateUrl: {
    schema: z.url({ protocol: /^https?$/ }),
    title: 'Address of updates',
    explain:
      'A folder on your web server with the files of a release and its latest*.yml. The app then asks no other address for updates.',
    example: 'https://models.studio.lan/lodestock-releases',
  },
} as const satisfies Readonly<Record<string, PolicyField>>;

export type PolicyName = keyof typeof policyFields;
export type Policy = { readonly [K in PolicyName]?: z.output<(typeof policyFields)[K]['schema']> };

/** The whole table, for iteration. */
export const policyTable: Readonly<Record<string, PolicyField>> = policyFields;

export const policyPlaces = {
  linux: '/etc/lodestock/policies.json',
  darwin: '/Library/Managed Preferences/org.example.lodestock.plist',
  win32: 'HKLM\\Software\\Policies\\Lodestock',
} as const;
