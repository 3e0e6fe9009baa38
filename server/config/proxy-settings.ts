import { z } from 'zod';
import { Flag } from './flag.ts';

/** The reverse proxy in front. */
export const proxySettings = {
  LODESTOCK_TRUST_PROXY: Flag.default(false).describe(
    'Trust the last X-Forwarded-For address; only behind a reverse proxy',
  ),
  LODESTOCK_ACCEL: z
    .enum(['off', 'nginx', 'caddy'])
    .default('off')
    .describe('[Proxy](#nginx-or-caddy-in-front) that sends the files'),
  LODESTOCK_ACCEL_PREFIX: z
    .string()
    .regex(/^\/([\w.-]+\/)*$/, 'Enter a path that starts and ends with a slash')
    .default('/lodestock-files/')
    .describe('Its internal path to the library folder'),
};

export type ProxyConfig = {
  readonly trustProxy: boolean;
  /** Who sends large files: this process, or the web server in front of it. */
  readonly accel: 'off' | 'nginx' | 'caddy';
  readonly accelPrefix: string;
};

type Values = z.output<z.ZodObject<typeof proxySettings>>;

export function toProxyConfig(value: Values): ProxyConfig {
  return {
    trustProxy: value.LODESTOCK_TRUST_PROXY,
    accel: value.LODESTOCK_ACCEL,
    accelPrefix: value.LODESTOCK_ACCEL_PREFIX,
  };
}
