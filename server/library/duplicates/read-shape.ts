import { z } from 'zod';
import type { InspectionPool } from '../../inspect/inspection-pool.ts';

const Facts = z
  .object({
    ...{ triangles: z.number(), spread: z.number(), flatness: z.number(), roundness: z.number() },
    ...{ volume: z.number(), hand: z.number(), sides: z.tuple([z.number(), z.number(), z.number()]) },
  })
  .nullable();

export type FoundShape = NonNullable<z.infer<typeof Facts>>;

/** Reads the shape of a file in a thread; null if it has none that can be read. */
export const readShape = async (
  pool: Pick<InspectionPool, 'work'>,
  file: string,
  format: string,
): Promise<FoundShape | null> => Facts.parse(await pool.work('shape', file, { file, format }));
