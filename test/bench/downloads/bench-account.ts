import { request } from 'node:https';

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

function ask(url: string, ca: string, { body, headers = {} }: Sent = {}) {
  return new Promise<{ readonly body: Record<string, string>; readonly cookie: string }>(
    (resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const asked = request(
        url,
        { ca, method: body === undefined ? 'GET' : 'POST', headers: { ...json, ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          response.on('end', () => {
            const cookie = response.headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ') ?? '';
            resolve({ body: JSON.parse(text), cookie });
          });
        },
      );
      asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    },
  );
}

/** Waits until the models can be asked for. */
export async function waitForScan(baseUrl: string, ca: string): Promise<void> {
  for (;;) {
    const found = await Promise.all(
      ['large', 'small'].map((guid) => ask(`${baseUrl}/api/models/${guid}`, ca)),
    );
    if (found.every(({ body }) => Boolean(body.ok))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The token of an app that a new person has approved. */
export async function askForToken(baseUrl: string, ca: string): Promise<string> {
  const person = { email: 'bench@example.org', password: 'bench password', name: 'Bench' };
  await ask(`${baseUrl}/api/auth/register`, ca, { body: person });
  const { email, password } = person;
  const session = await ask(`${baseUrl}/api/session`, ca, {
    body: { email, password },
    headers: { origin: baseUrl },
  });
  const scopes = ['download:direct'];
  const app = {
    appSlug: 'bench',
    appName: 'Bench',
    appVersion: '1',
    pluginFamily: 'desktop',
    deviceName: 'here',
  };
  const started = await ask(`${baseUrl}/api/apps/auth/start`, ca, {
    body: { ...app, requestedScopes: scopes },
  });
  const { sessionId = '', pollToken = '' } = started.body;
  const headers = {
    ...{ cookie: session.cookie, origin: baseUrl, 'x-csrf-token': session.body.csrfToken ?? '' },
  };
  await ask(`${baseUrl}/api/apps/auth/session/${sessionId}/approve`, ca, { body: { scopes }, headers });
  const polled = await ask(`${baseUrl}/api/apps/auth/poll/${sessionId}?pollToken=${pollToken}`, ca);
  return polled.body.appToken ?? '';
}
