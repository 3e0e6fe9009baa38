import { z } from 'zod';
import { Finding } from '../../server/contract/doctor.ts';

export type { Finding } from '../../server/contract/doctor.ts';

export const doctorCalls = {
  'doctor.examine': {
    input: z.undefined(),
    output: z.object({
      findings: z.array(Finding),
      report: z.string().describe('The findings and versions as text, without secrets'),
    }),
  },
  'doctor.bundle': {
    input: z.undefined(),
    output: z
      .object({ name: z.string().describe('For a file'), text: z.string() })
      .describe('Versions, settings, findings and the end of the logs, without secrets; nothing is sent'),
  },
} as const;
