import type { ReportProblem } from '../../catalogue/write/problems.ts';
import { backupFolderReason, isBackupFolder, whyBackup } from '../recognise/backups.ts';
import { listDeep } from '../recognise/plan-folder.ts';
import { isScene } from '../recognise/scene-files.ts';
import type { DiskTree } from './disk-tree.ts';
import { joinPath } from './look-at-files.ts';

/** Names the backup copies of models that lie in these folders, by their path from `folder`. */
export function reportBackups(
  { folder, parts }: { readonly folder: string; readonly parts: readonly string[] },
  tree: DiskTree,
  report: ReportProblem,
): void {
  const why = (inside: string, isFolder: boolean, name: string) => {
    if (!isFolder) return whyBackup(name);
    const isCopy = isBackupFolder(name) && listDeep(tree.list, inside).files.some(isScene);
    return isCopy ? backupFolderReason : null;
  };
  for (const part of parts)
    for (const entry of tree.entries(part)) {
      const inside = joinPath(part, entry.name);
      const reason = tree.isLeftAlone(inside) ? null : why(inside, entry.isDirectory(), entry.name);
      if (reason !== null) report(joinPath(folder, inside), 'left-out', reason);
    }
}
