import { z } from 'zod';
import type { Role } from './roles.ts';

/** The database in which several sites share their accounts. */
export type SharedAccountsConfig = {
  /** URL of a PostgreSQL database; never logged, because it can contain a password. */
  readonly url: string;
  /** Secret shared by these sites, instead of one per data folder. */
  readonly serverKey: Buffer;
};

export const isPostgresUrl = (text: string) =>
  URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);

export const sharedAccountsSettings = {
  LODESTOCK_DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'Write an address like postgres://lodestock@db.example.org/lodestock')
    .optional()
    .describe(
      '[PostgreSQL database](../scaling.md#several-machines-accounts-in-postgresql) for the accounts of several sites',
    ),
  LODESTOCK_SERVER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'Write 64 hexadecimal digits, such as `openssl rand -hex 32` gives')
    .optional()
    .describe('Secret shared by these sites'),
};

type Settings = {
  readonly LODESTOCK_ROLE: Role;
  readonly LODESTOCK_DATABASE_URL?: string | undefined;
  readonly LODESTOCK_SERVER_KEY?: string | undefined;
};

export function refuseHalfSharedAccounts(value: Settings, context: z.RefinementCtx) {
  const refuse = (name: keyof Settings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { LODESTOCK_ROLE: role, LODESTOCK_DATABASE_URL: url, LODESTOCK_SERVER_KEY: key } = value;
  if (url !== undefined && role !== 'site')
    refuse(
      'LODESTOCK_DATABASE_URL',
      'Only a server with the role "site" can share accounts. Serve the library from a server with the role "host", and follow it.',
    );
  if (url !== undefined && key === undefined)
    refuse('LODESTOCK_SERVER_KEY', 'Sites that share accounts need the same secret. Set it for all of them.');
  if (url === undefined && key !== undefined)
    refuse(
      'LODESTOCK_SERVER_KEY',
      'Only sites that share accounts use it. Set LODESTOCK_DATABASE_URL too, or remove it.',
    );
}

export function toSharedAccounts(value: Settings): SharedAccountsConfig | null {
  const { LODESTOCK_DATABASE_URL: url, LODESTOCK_SERVER_KEY: key } = value;
  return url === undefined || key === undefined ? null : { url, serverKey: Buffer.from(key, 'hex') };
}
