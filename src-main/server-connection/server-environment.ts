type ServerEnvironmentOptions = {
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  readonly dataFolder: string;
  /** Where earlier versions kept the data; null for nowhere else. */
  readonly earlierDataFolder?: string | null;
  readonly posterKey: string;
  /** PEM file of authorities that the person chose to trust. */
  readonly certificateFile: string | null;
  /** Folder of models to offer; null offers the demo models. */
  readonly modelsFolder: string | null;
  /** Null: only this computer reaches it. */
  readonly share?: Share | null;
};

/** How others on the network reach the bundled server. */
export type Share = {
  /** IP address of this computer; null while it is in no network. */
  readonly address: string | null;
  /** Whether only people with an account see the models. */
  readonly isPrivate: boolean;
};

const everyNetwork = '0.0.0.0';
export const listeningAddress = (share: Share | null | undefined): string =>
  share ? everyNetwork : '127.0.0.1';

/** Encrypted it is not: whoever may make an account is up to the admin, and at first those who were invited. */
const describeShare = ({ address, isPrivate }: Share, port: number) => ({
  LODESTOCK_BASE_URL: `http://${address ?? '127.0.0.1'}:${port}`,
  LODESTOCK_FIRST_REGISTRATION: 'invite',
  LODESTOCK_MDNS: String(address !== null),
  ...(isPrivate && { LODESTOCK_CATALOGUE: 'private' }),
});

/** What a process needs to find its files, language, time zone and the network; no NODE_OPTIONS and no secrets from the shell. */
const inheritedNames = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  // How this computer reaches others: a server that follows file hosts needs it as much as the app.
  'HTTPS_PROXY',
  'https_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const;

/** The whole environment of the bundled server. */
export function createServerEnvironment(options: ServerEnvironmentOptions): Record<string, string> {
  const { inherited, modelsFolder, certificateFile, earlierDataFolder, share, port } = options;
  const kept = inheritedNames.flatMap((name) => {
    const value = inherited[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    LODESTOCK_HOST: listeningAddress(share),
    LODESTOCK_PORT: String(port),
    ...(share && describeShare(share, port)),
    LODESTOCK_DATA_DIR: options.dataFolder,
    ...(earlierDataFolder && { LODESTOCK_EARLIER_DATA_DIR: earlierDataFolder }),
    LODESTOCK_LOG_LEVEL: 'info',
    LODESTOCK_POSTERS_KEY: options.posterKey,
    LODESTOCK_BLENDER: 'off', // an artist's own Blender stays theirs
    ...(certificateFile !== null && { LODESTOCK_CA_FILE: certificateFile }),
    ...(modelsFolder === null ? { LODESTOCK_DEMO: 'true' } : { LODESTOCK_LIBRARY_DIR: modelsFolder }),
  };
}
