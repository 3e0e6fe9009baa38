import { AppError } from '../server/contract/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening at that address',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'its name could not be found',
  EAI_AGAIN: 'the DNS server does not answer',
  ENETUNREACH: 'the network is unreachable',
  EHOSTUNREACH: 'the computer is unreachable',
  ETIMEDOUT: 'it did not answer in time',
  EPIPE: 'the connection was closed',
};
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Why a request failed, in words, with the system's error code to search for. */
export function describeNetworkFailure(error: unknown): string {
  const code = codeOf(error);
  if (code && certificateCode.test(code)) return `its certificate is not trusted by this computer, ${code}`;
  if (code && Object.hasOwn(reasons, code)) return `${reasons[code]}, ${code}`;
  return code ?? (error instanceof Error ? error.message : String(error));
}

/** UNAVAILABLE, with a message that names the server and the next step. */
export function toNetworkFailure(origin: string, error: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The server ${origin} does not answer (${describeNetworkFailure(error)}). Check your network and the server address in Settings, then try again.`,
    { cause: error },
  );
}
