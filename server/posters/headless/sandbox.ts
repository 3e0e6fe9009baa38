import type { PosterConfig } from '../../config/poster-settings.ts';

const cure =
  'Run the server as a user without root rights, on a system that allows user namespaces, or accept the risk with LODESTOCK_POSTERS_SANDBOX=off.';

/** Why a browser exits right after its start. */
export const noSandbox = `its sandbox cannot start here: ${cure}`;

const withoutSandbox =
  'The browser for posters runs without its sandbox (LODESTOCK_POSTERS_SANDBOX=off): a model file that breaks it can do what the user of this server can. Run the server as a user without root rights, and remove the setting.';

export type Sandbox = {
  readonly refusal: string | null;
  /** The risk that an admin has accepted; null if the browser runs in its sandbox. */
  readonly warning: string | null;
};

/** Chromium's sandbox does not work for root, as in containers. */
const hasRoot = () => process.getuid?.() === 0;

/** Requires the sandbox for a browser that reads untrusted files, unless an admin has turned it off. */
export function judgeSandbox(
  { isSandboxed }: Pick<PosterConfig, 'isSandboxed'>,
  isRoot = hasRoot(),
): Sandbox {
  if (!isSandboxed) return { refusal: null, warning: withoutSandbox };
  const refusal = `The browser for posters has no sandbox when this server runs as root. ${cure}`;
  return { refusal: isRoot ? refusal : null, warning: null };
}
