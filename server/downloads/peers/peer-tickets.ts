import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';

const Claims = z.object({
  guid: z.string(),
  relativePath: z.string(),
  sha256: z.string(),
  /** Who asks, with the account that owns the file. */
  tokenId: z.string(),
  accountId: z.string(),
  /** The token of the app that is to give the file. */
  peer: z.string(),
  /** With which it seals what it gives. */
  key: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
type Claims = z.infer<typeof Claims>;

const ivBytes = 12;
const tagBytes = 16;

/**
 * Tickets carry all that they stand for, sealed: nothing of them is kept, each process that has the server's key can open
 * them, and neither app reads in them whose the other is.
 */
export function createPeerTickets(serverKey: Buffer) {
  const secret = createHmac('sha256', serverKey).update('tickets of peers').digest();
  return {
    seal(claims: Claims): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, iv);
      const sealed = [cipher.update(JSON.stringify(claims), 'utf8'), cipher.final()];
      return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },
    /** Null for what this server never sealed. */
    open(ticket: string): Claims | null {
      const bytes = Buffer.from(ticket, 'base64url');
      if (bytes.length <= ivBytes + tagBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const opened = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
        return Claims.parse(JSON.parse(Buffer.concat(opened).toString()));
      } catch {
        return null;
      }
    },
  };
}
