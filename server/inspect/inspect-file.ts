import { createFileInspector } from './file-inspector.ts';
import type { Inspection } from './inspection.ts';

/**
 * Says everything that the ingest must know from the bytes of a file. `format` is the extension in lower case without
 * its dot; of an unknown one only size and hashes are told. Rejects with errors of the file system, such as ENOENT.
 * It blocks its thread; `createInspectionPool` does the same in other threads.
 */
export function inspectFile(path: string, format: string): Promise<Inspection> {
  return createFileInspector()(path, format);
}
