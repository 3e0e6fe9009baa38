import { z } from 'zod';

const Cents = z.coerce
  .number()
  .min(0)
  .max(1_000_000)
  .transform((usd) => Math.round(usd * 100));

/** Who can see the catalogue and join, and the defaults for new accounts and models. */
export const accountSettings = {
  LODESTOCK_CATALOGUE: z
    .enum(['public', 'private'])
    .default('public')
    .describe(
      'Who can see models: everyone, or only signed-in people and apps ([`private`](#private-catalogue))',
    ),
  LODESTOCK_SHARING: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Let people make [links](#links-for-people-without-an-account); `off` closes existing ones'),
  LODESTOCK_REGISTRATION: z
    .enum(['open', 'invite', 'closed'])
    .default('invite')
    .describe(
      'Who can create an account after the first; if unset, admins choose (a demo on this computer alone: `open`)',
    ),
  LODESTOCK_OAUTH_CLIENTS: z
    .enum(['open', 'known', 'off'])
    .default('open')
    .describe('Which [agents sign in by OAuth](../agents.md#what-clients-find)'),
  LODESTOCK_PRICES: z
    .enum(['off', 'on'])
    .optional()
    .describe(
      'Whether models have prices; default: `off`, but `on` for the demo library and for a file host, whose sites decide',
    ),
  LODESTOCK_SIGNUP_CREDIT_USD: Cents.optional().describe(
    'US dollars for each new account; default: 0, or 100 with the demo library. Needs `LODESTOCK_PRICES=on`',
  ),
  LODESTOCK_DEFAULT_PRICE_USD: Cents.optional().describe(
    'US dollars for models without a price; default: 0, or 1 in the demo library. Needs `LODESTOCK_PRICES=on`',
  ),
};

type Values = z.output<z.ZodObject<typeof accountSettings>> & {
  readonly LODESTOCK_FIRST_REGISTRATION?: 'open' | 'invite' | undefined;
  readonly LODESTOCK_ROLE: string;
};
type Circumstances = {
  readonly isRegistrationFixed: boolean;
  readonly isTrial: boolean;
  readonly isDemo: boolean;
};

/** `isTrial`: the demo library, reachable from this computer only. */
export function toAccountConfig(value: Values, { isRegistrationFixed, isTrial, isDemo }: Circumstances) {
  const usual = isTrial ? 'open' : value.LODESTOCK_REGISTRATION;
  const isPriced = isDemo || value.LODESTOCK_ROLE === 'host';
  const hasPrices = value.LODESTOCK_PRICES === undefined ? isPriced : value.LODESTOCK_PRICES === 'on';
  return {
    isPrivate: value.LODESTOCK_CATALOGUE === 'private',
    hasSharing: value.LODESTOCK_SHARING === 'on',
    registration: isRegistrationFixed
      ? value.LODESTOCK_REGISTRATION
      : (value.LODESTOCK_FIRST_REGISTRATION ?? usual),
    /** Whether the settings decide; otherwise an admin can. */
    isRegistrationFixed,
    oauthClients: value.LODESTOCK_OAUTH_CLIENTS,
    signupCreditCents: hasPrices ? (value.LODESTOCK_SIGNUP_CREDIT_USD ?? (isDemo ? 10_000 : 0)) : 0,
    /** Null if models have no prices, even if their folders name one. */
    defaultPriceCents: hasPrices ? (value.LODESTOCK_DEFAULT_PRICE_USD ?? (isDemo ? 100 : 0)) : null,
  };
}
