import { lookAtDisk } from '../../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { formatOf } from '../../../contract/catalogue/formats.ts';
import { sentence } from '../../../contract/sentence.ts';
import type { InspectFile } from '../../../inspect/file-inspector.ts';
import type { FolderFacts } from '../folders/folder-facts.ts';
import { createPlaces, type DiskFile, messageOf } from '../folders/look-at-files.ts';
import { type BlendFile, diskOf, type LargeFile, type VisitJob } from '../visit.ts';
import type { InspectedFile } from './build-inventory.ts';

export type Reader = {
  readonly inspect: InspectFile;
  /** Called with the next file, relative to its model's folder. */
  readonly onFile: (relativePath: string) => void;
};

export type Reading = {
  readonly job: VisitJob;
  readonly reader: Reader;
  readonly facts: FolderFacts;
  /** Unchanged as long as the stored facts of a file are valid. */
  readonly stampOf: (file: DiskFile) => string;
  /** Reports problems of files by their path from the library. */
  readonly report: ReportProblem;
};

const smallFile = 1024 * 1024;

/** Reads the files of a folder that are not known yet, and recalls the others. */
export function createFileReader({ job, reader, facts, stampOf, report }: Reading) {
  const largeFiles: LargeFile[] = [];
  const blendFiles: BlendFile[] = [];
  const { toPlace } = createPlaces(job.folder);
  const heads = new Map<string, string>();
  let isPartial = false;
  let filesRead = 0;

  /** Reads a file that changed during reading once more, as only its name or mode may have changed. */
  async function inspectQuiet(file: string, format: string, { sizeBytes, mark }: DiskFile) {
    const readOnce = async (before: string) => {
      const inspection = await reader.inspect(file, format);
      const after = sizeBytes > smallFile ? String(lookAtDisk(file)?.mark) : before;
      return { inspection, after, isSame: after === before && inspection.sizeBytes === sizeBytes };
    };
    const first = await readOnce(mark);
    const { inspection, isSame } = first.isSame ? first : await readOnce(first.after);
    if (!isSame) throw new Error('it is being written to');
    return inspection;
  }

  async function inspectNow(disk: DiskFile) {
    const { relativePath } = disk;
    const distrust = job.distrusted[relativePath];
    const file = diskOf(job, toPlace(relativePath));
    reader.onFile(relativePath);
    filesRead += 1;
    const format = distrust === undefined ? formatOf(relativePath) : '';
    const { leaves, blend, head, ...inspection } = await inspectQuiet(file, format, disk);
    if (leaves) largeFiles.push({ sha256: inspection.sha256, leaves });
    if (head !== undefined) heads.set(relativePath, head);
    if (blend) blendFiles.push({ sha256: inspection.sha256, blend });
    return distrust === undefined ? inspection : { ...inspection, problem: distrust };
  }

  async function readFile(file: DiskFile): Promise<InspectedFile[]> {
    const { relativePath } = file;
    const stamp = stampOf(file);
    const known = facts.recallInspection(relativePath, stamp);
    if (known) return [{ relativePath, inspection: known }];
    try {
      const inspection = await inspectNow(file);
      facts.remember(relativePath, stamp, inspection);
      return [{ relativePath, inspection }];
    } catch (error) {
      throwIfExhausted(error);
      isPartial = true;
      const reason = sentence`The file cannot be read (${{ reason: messageOf(error) }}). Check the disk and its permissions.`;
      report(relativePath, 'unreadable', reason);
      return [];
    }
  }

  return {
    async all(files: readonly DiskFile[]): Promise<InspectedFile[]> {
      const inspected: InspectedFile[] = [];
      for (const file of files) inspected.push(...(await readFile(file)));
      return inspected;
    },
    /** The start of a text that was read in this visit; undefined if it was not. */
    headOf: (relativePath: string) => heads.get(relativePath),
    result: () => ({ largeFiles, blendFiles, isPartial, filesRead }),
  };
}
