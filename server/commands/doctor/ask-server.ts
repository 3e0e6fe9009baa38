import { lookup } from 'node:dns/promises';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import { type Finding, found, judgeCertificate, judgeClock } from '../../contract/admin/doctor.ts';

type Asked = {
  readonly url: string;
  /** The server's role in sentences: `This server`, `The file host`. */
  readonly who: string;
  readonly now: () => number;
  /** Path to request, and the key for it. */
  readonly path?: string;
  readonly key?: string | null;
};

const patience = 10_000;
const codeOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code, message } = Object(cause);
  return String(code ?? message ?? cause);
};
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

async function findName({ url, who }: Asked): Promise<Finding> {
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, '');
  try {
    const addresses = (await lookup(bare, { all: true })).map(({ address }) => address);
    return found.good('DNS', `${bare} resolves to ${addresses.join(', ')}.`);
  } catch (error) {
    const cure = 'Add the name to the DNS of your network, or correct the address in the settings.';
    return found.bad('DNS', `${who}'s name ${bare} could not be resolved (${codeOf(error)}).`, cure);
  }
}

/** When the certificate expires, trusted or not; null if there is none. */
function readValidTo(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = https.get(url, { rejectUnauthorized: false, agent: false, timeout: patience });
    request.once('socket', (socket) => {
      socket.once('secureConnect', () => {
        const shown = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
        resolve(shown ? Date.parse(shown) : null);
        request.destroy();
      });
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(null));
    request.once('close', () => resolve(null));
  });
}

function describeFailure({ url, who }: Asked, error: unknown): Finding {
  const code = codeOf(error);
  if (certificateCode.test(code))
    return found.bad(
      'TLS',
      `${who} at ${url} has a certificate that this computer does not trust (${code}).`,
      'Install the authority that signed it, set LODESTOCK_CA_FILE to its PEM file, or send the full chain.',
    );
  return found.bad(
    'Connection',
    `${who} is not responding at ${url} (${code}).`,
    'Check that it is running and that no firewall or proxy blocks it.',
  );
}

/** Requests a server like any client; checks its name, certificate, answer and clock. */
export async function askServer(asked: Asked): Promise<readonly Finding[]> {
  const { url, who, now, path = '/healthz', key = null } = asked;
  const { protocol, host } = new URL(url);
  const name = await findName(asked);
  if (name.status === 'bad') return [name];
  const certificate = protocol === 'https:' ? await readValidTo(url) : null;
  const own = certificate === null ? [] : [judgeCertificate(`${who} (${host})`, certificate, now())];
  try {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` };
    const sentAt = now();
    const answer = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(patience) });
    await answer.body?.cancel();
    const date = Date.parse(answer.headers.get('date') ?? '');
    // Dates are in whole seconds, and the answer took time to arrive.
    const ahead = date - (sentAt + now()) / 2 + 500;
    const clock = Number.isNaN(date) ? [] : [judgeClock(host, ahead)];
    return [name, ...own, judgeAnswer(asked, answer.status), ...clock];
  } catch (error) {
    return [name, ...own, describeFailure(asked, error)];
  }
}

function judgeAnswer({ url, who }: Asked, status: number): Finding {
  if (status === 200) return found.good('Connection', `${who} answers at ${url}.`);
  if (status === 401)
    return found.bad(
      'Rights',
      `${who} at ${url} rejects this server’s key.`,
      'Use the same LODESTOCK_SYNC_KEY on both.',
    );
  const cure =
    'Check that the address is a Lodestock server’s, and how the proxy in front forwards requests.';
  return found.bad('Connection', `${who} answers at ${url}, but with ${status}.`, cure);
}
