import type { z } from 'zod';
import { AppError } from '../../../server/contract/errors.ts';

/** Converts a schema error to INVALID_INPUT, with one entry per field. */
export function toInputError(subject: string, error: z.ZodError): AppError {
  const fields = Object.fromEntries(
    error.issues.map((issue) => [issue.path.map(String).join('.') || 'input', issue.message]),
  );
  const faults = Object.entries(fields).map(([field, fault]) => `${field}: ${fault}`);
  return new AppError('INVALID_INPUT', `${subject} (${faults.join('; ')}).`, { details: { fields } });
}
