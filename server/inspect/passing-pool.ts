import { createInspectionPool, type InspectionPool, type InspectionPoolOptions } from './inspection-pool.ts';

/** A pool of one thread for occasional work: the next file starts it, and `close` ends it. */
export function createPassingPool(
  options: Pick<InspectionPoolOptions, 'priority'> = {},
): Pick<InspectionPool, 'inspect' | 'work' | 'close'> {
  let pool: InspectionPool | null = null;
  return {
    work(name, where, input) {
      pool ??= createInspectionPool({ ...options, size: 1 });
      return pool.work(name, where, input);
    },
    inspect(file: string, format: string) {
      pool ??= createInspectionPool({ ...options, size: 1 });
      return pool.inspect(file, format);
    },
    async close() {
      const passed = pool;
      pool = null;
      await passed?.close();
    },
  };
}
