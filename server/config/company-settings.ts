import { z } from 'zod';

/** The OpenID Connect provider that signs a company's users in. */
export type CompanyProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claim of the ID token with the user's groups. */
  readonly groupsClaim: string;
  /** Members of this group are admins; null leaves roles to admins. */
  readonly adminGroup: string | null;
};

/** Who can sign in with a password: everyone, only admins (a fallback), or no one. */
export type PasswordUse = 'on' | 'admins' | 'off';

const isLoopback = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url);

const Issuer = z
  .url({
    protocol: /^https?$/,
    error: 'Write the issuer of your provider, such as https://login.example.com',
  })
  .refine(
    (url) => url.startsWith('https:') || isLoopback(url),
    'Use https: sign-ins must not travel in the open',
  );

export const companySettings = {
  LODESTOCK_OIDC_ISSUER: Issuer.optional().describe(
    'Issuer of your OpenID Connect provider, as its configuration names it; see [company accounts](daily-work.md#sign-in-with-company-accounts)',
  ),
  LODESTOCK_OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client ID from the provider'),
  LODESTOCK_OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret from the provider'),
  LODESTOCK_OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .describe('Claim of the ID token that lists a person’s groups'),
  LODESTOCK_OIDC_ADMIN_GROUP: z
    .string()
    .min(1)
    .optional()
    .describe('Group whose members are admins; if unset, admins give roles'),
  LODESTOCK_PASSWORDS: z
    .enum(['on', 'admins', 'off'])
    .default('on')
    .describe('Who can sign in with a password: everyone, only admins, or no one'),
};

type Settings = z.output<z.ZodObject<typeof companySettings>>;

export function refuseHalfCompany(value: Settings, context: z.RefinementCtx) {
  const needed = [
    'LODESTOCK_OIDC_ISSUER',
    'LODESTOCK_OIDC_CLIENT_ID',
    'LODESTOCK_OIDC_CLIENT_SECRET',
  ] as const;
  const missing = needed.filter((name) => value[name] === undefined);
  const refuse = (name: keyof Settings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (missing.length > 0 && missing.length < needed.length)
    for (const name of missing)
      refuse(name, `It is missing. Company sign-in needs ${needed.join(', ')}; set all of them or none.`);
  if (missing.length > 0 && value.LODESTOCK_PASSWORDS !== 'on')
    refuse(
      'LODESTOCK_PASSWORDS',
      'Without a company provider, passwords are the only way in. Set LODESTOCK_OIDC_ISSUER too, or leave this at "on".',
    );
}

/** `company` is null if passwords are the only way to sign in. */
export function toCompany(value: Settings): { company: CompanyProvider | null; passwordUse: PasswordUse } {
  const {
    LODESTOCK_OIDC_ISSUER: issuer,
    LODESTOCK_OIDC_CLIENT_ID: clientId,
    LODESTOCK_OIDC_CLIENT_SECRET: clientSecret,
  } = value;
  const isWhole = issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  const company = isWhole
    ? {
        ...{ issuer, clientId, clientSecret, groupsClaim: value.LODESTOCK_OIDC_GROUPS_CLAIM },
        adminGroup: value.LODESTOCK_OIDC_ADMIN_GROUP ?? null,
      }
    : null;
  return { company, passwordUse: value.LODESTOCK_PASSWORDS };
}
