import { connect } from 'node:net';
import { users } from '../../../server/accounts/access/users.ts';
import { createPasswords } from '../../../server/accounts/sign-in/passwords.ts';
import { limits } from '../../../server/contract/limits.ts';
import { ask } from '../ask.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

/** Header lines with which one caller may look like many to a load balancer, and stays one caller. */
const disguises = (token: string, index: number): readonly string[] => {
  const scheme = ['Bearer', 'bearer', 'BEARER', 'bEaReR'][index % 4] ?? '';
  const real = `Authorization: ${scheme} ${token}`;
  const noise = `X-Forwarded-For: 203.0.113.${index % 250}\r\nForwarded: for=203.0.113.${index % 250}`;
  return [
    real,
    `${real}\r\nAuthorization: Bearer other-${index}`,
    `${real}\r\nCookie: __Host-lodestock=other-${index}; lodestock=other-${index}`,
    `${real}\r\n${noise}`,
    `Authorization:\t ${scheme} ${token} \t\r\nX-Request-Id: ${index}`,
    `${real}\r\nX-Api-Key: other-${index}`,
  ];
};

/** One request whose header lines are sent as they are; its status. */
function sendRaw(port: number, lines: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
    });
    socket.on('error', () => resolve(0));
    socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? 0)));
    const length = Buffer.byteLength(body);
    socket.end(
      `POST /api/download/direct HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}

const countStatuses = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (one) => one)].map(([status, all]) => [status, all.length]));

/** More downloads with one token than a minute allows, through the load balancer and in whatever disguise. */
export async function proveDirectLimit(place: Place, { tokens: [token = ''] }: Person, guid: string) {
  const port = Number(new URL(place.url).port);
  const body = JSON.stringify({ guid, relativePath: '10k/thing.obj' });
  const statuses: number[] = [];
  const send = async (index: number) => {
    const all = disguises(token, index);
    statuses.push(await sendRaw(port, all[index % all.length] ?? '', body));
  };
  const total = limits.routeRates.direct.max * 2;
  for (let index = 0; index < total; index += 24)
    await Promise.all(Array.from({ length: 24 }, (_, more) => send(index + more)));
  return countStatuses(statuses);
}

/** Wrong passwords of one account, at one place after the other. */
export async function proveWrongPasswords(
  place: Place,
  { accountId, email }: Person,
  places: readonly string[],
) {
  const passwordHash = await createPasswords().hash('the right one');
  await place.accounts.run(users.setPassword(accountId, passwordHash));
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const headers = { authorization: `Bearer other-${index}`, cookie: `lodestock=other-${index}` };
      const body = { email, password: `wrong ${index}` };
      return (await ask(`${places[index % places.length]}/api/auth/login`, { headers, body })).status;
    }),
  );
  return countStatuses(statuses);
}
