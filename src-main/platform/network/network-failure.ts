import { AppError } from '../../../server/contract/errors.ts';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import { codeOf, messageOf } from '../storage/disk-errors.ts';
import { plainHttpCode } from './plain-http.ts';

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'nothing is listening at that address',
    ECONNRESET: 'the connection was closed',
    ENOTFOUND: 'its name could not be found',
    EAI_AGAIN: 'the DNS server is not responding',
    ENETUNREACH: 'the network cannot be reached',
    EHOSTUNREACH: 'the computer cannot be reached',
    ETIMEDOUT: 'it did not answer in time',
    EPIPE: 'the connection was closed',
  }),
);
const reasonOf = (code: string | null) => (code === null ? null : (reasons.get(code) ?? null));
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** Describes Node's error for a proxy that refused a connection. */
function describeProxyFailure(message: string): Words {
  if (/\b407\b/.test(message))
    return 'the proxy requires a user name and a password, or rejected the ones it got; enter them in Settings';
  return sentence`the proxy refused the connection: ${{ reason: message }}`;
}

/** Describes why a request failed, with the system's error code to search for. */
export function describeNetworkFailure(error: unknown, platform: string = process.platform): Words {
  const code = codeOf(error);
  if (code === plainHttpCode && error instanceof Error) return error.message;
  if (code === 'ERR_PROXY_TUNNEL' && error instanceof Error) return describeProxyFailure(error.message);
  // macOS asks once whether an app may use the local network, and drops its connections after a refusal.
  if (code === 'EHOSTUNREACH' && platform === 'darwin')
    return sentence`the computer cannot be reached, ${{ code }}, or macOS keeps Lodestock from the local network: allow it in System Settings, under Privacy & Security, Local Network`;
  if (code && certificateCode.test(code))
    return sentence`its certificate is not trusted by this computer, ${{ code }}; the admin of the network can install its authority, or give you its file to choose in Settings`;
  const reason = reasonOf(code);
  if (reason !== null) return sentence`${{ reason }}, ${{ code: String(code) }}`;
  return code ?? messageOf(error);
}

/** Returns UNAVAILABLE, worded with the server and the next step; the details have the system's error code. */
export function toNetworkFailure(origin: string, error: unknown): AppError {
  const code = codeOf(error);
  const known = reasonOf(code);
  const reason = known ?? describeNetworkFailure(error);
  return new AppError(
    'UNAVAILABLE',
    sentence`The server ${{ server: origin }} is not responding: ${{ reason }}. Check your network and the server address in Settings, then try again.`,
    { cause: error, ...(known !== null && { details: { reason: code } }) },
  );
}
