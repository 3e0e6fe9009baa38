import { createHash, randomBytes } from 'node:crypto';

/** The SHA-256 under which a secret is kept; the secret itself is never stored. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/** 256 random bits as base64url text. */
export const makeSecret = () => randomBytes(32).toString('base64url');
