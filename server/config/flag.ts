import { z } from 'zod';

/** Yes or no, as people write it. */
export const Flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no', ''] });
