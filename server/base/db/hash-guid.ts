import { hash } from 'node:crypto';

/** A model's place among those of the same rank, the same on every server: 48 bits of the SHA-256 of its guid. */
export const hashGuid = (guid: string): number => Number.parseInt(hash('sha256', guid).slice(0, 12), 16);
