import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 of a secret; the secret itself is never stored. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/** 256 random bits as base64url. */
export const makeSecret = () => randomBytes(32).toString('base64url');
