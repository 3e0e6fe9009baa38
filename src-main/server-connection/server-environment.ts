type ServerEnvironmentOptions = Omit<ForkedServer, 'share' | 'args'> & {
  readonly share?: Share | null;
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
};

export type ForkedServer = {
  /** 0 picks a free port. */
  readonly port: number;
  /** Identifies the app to the server as its poster renderer. */
  readonly posterKey: string;
  readonly certificateFile: string | null;
  /** Folder of models that the user chose; null for the demo. */
  readonly modelsFolder: string | null;
  /** Null if only this computer can reach it. */
  readonly share: Share | null;
  /** Arguments of a command that runs next to the server; empty for the server itself. */
  readonly args: readonly string[];
};

/** How others on the network reach the bundled server. */
export type Share = {
  /** IP address of this computer; null if it is not on a network. */
  readonly address: string | null;
  /** True if only users with an account see the models. */
  readonly isPrivate: boolean;
};

const everyNetwork = '0.0.0.0';
export const listeningAddress = (share: Share | null | undefined): string =>
  share ? everyNetwork : '127.0.0.1';

/** Unencrypted. The admin decides who may create an account; initially, only people with an invitation. */
const describeShare = ({ address, isPrivate }: Share, port: number) => ({
  LODESTOCK_BASE_URL: `http://${address ?? '127.0.0.1'}:${port}`,
  LODESTOCK_FIRST_REGISTRATION: 'invite',
  LODESTOCK_MDNS: String(address !== null),
  ...(isPrivate && { LODESTOCK_CATALOGUE: 'private' }),
});

/** Variables for files, language, time zone and network; no NODE_OPTIONS, and no secrets from the shell. */
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
  // A server that follows file hosts needs the same proxy as the app.
  'HTTPS_PROXY',
  'https_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const;

export function createServerEnvironment(options: ServerEnvironmentOptions): Record<string, string> {
  const { inherited, modelsFolder, certificateFile, share, port } = options;
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
    LODESTOCK_LOG_LEVEL: 'info',
    LODESTOCK_POSTERS_KEY: options.posterKey,
    LODESTOCK_BLENDER: 'off', // the server must not use the artist's own Blender
    ...(certificateFile !== null && { LODESTOCK_CA_FILE: certificateFile }),
    ...(modelsFolder === null ? { LODESTOCK_DEMO: 'true' } : { LODESTOCK_LIBRARY_DIR: modelsFolder }),
  };
}
