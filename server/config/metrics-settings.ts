import { z } from 'zod';

export const metricsSettings = {
  LODESTOCK_METRICS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, 'Enter a secret of at least 16 characters, without spaces')
    .optional()
    .describe('Secret with which Prometheus reads `/metrics`'),
};
