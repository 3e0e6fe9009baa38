import { z } from 'zod';
import { Flag } from './flag.ts';

/** The reverse proxy in front. */
export const proxySettings = {
  LODESTOCK_TRUST_PROXY: Flag.default(false).describe(
    'Trust the last X-Forwarded-For address; enable it only behind a reverse proxy',
  ),
  LODESTOCK_ACCEL: z
    .enum(['off', 'nginx', 'caddy'])
    .default('off')
    .describe('Reverse proxy that sends files for the server when it receives X-Accel-Redirect'),
  LODESTOCK_ACCEL_PREFIX: z
    .string()
    .regex(/^\/([\w.-]+\/)*$/, 'Enter a path that starts and ends with a slash')
    .default('/lodestock-files/')
    .describe('Internal path at which that proxy serves the library folder'),
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
