import { createFileInspector } from '../../server/inspect/file-inspector.ts';
import type { Inspection } from '../../server/inspect/inspection.ts';

/** Inspects one file in this thread, as the threads of the server do. Rejects with errors of the file system. */
export const inspectFile = (path: string, format: string): Promise<Inspection> =>
  createFileInspector()(path, format);
