import { z } from 'zod';
import type { InspectionPool } from '../../inspect/inspection-pool.ts';
import type { ShapeFacts } from '../../inspect/sketch/shape-facts.ts';

const Facts = z
  .object({
    ...{ triangles: z.number(), spread: z.number(), flatness: z.number(), roundness: z.number() },
    ...{ volume: z.number(), hand: z.number() },
  })
  .nullable();

/** The shape in a file, read in a thread; null where there is none that can be read. */
export const readShape = async (
  pool: Pick<InspectionPool, 'work'>,
  file: string,
  format: string,
): Promise<ShapeFacts | null> => Facts.parse(await pool.work('shape', file, { file, format }));
