import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from '../config/roles.ts';

/** Reserved, unroutable and multicast addresses. */
const special = /^(0\.|192\.0\.0\.|198\.1[89]\.|2[2-5]\d\.)|^(::|ff|64:ff9b:)/i;
export const isPublicAddress = (address: string) =>
  isIP(address) !== 0 && !isPrivateAddress(address) && !special.test(address);

/** Resolves a host and refuses addresses of private networks, checking the very address that is connected to. */
export const guardLookup =
  (host: string, mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const closed = hostname === host && !error && found.some(({ address }) => !mayReach(address));
      const refused = closed ? new Error(`${hostname} is not on the public internet.`) : error;
      if (refused || options.all) return done(refused, found);
      done(null, found[0]?.address ?? '', found[0]?.family);
    });
