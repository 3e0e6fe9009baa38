import type { MenuItem } from '../../components/forms/menu.tsx';
import { t } from '../../text/text.ts';
import type { LibraryModel } from './store/find-in-library.ts';
import { needsRepair } from './store/list-repairs.ts';

export type LibraryCommands = {
  readonly open: (guid: string) => void;
  readonly reveal: (guid: string) => void;
  readonly copyPaths: (models: readonly LibraryModel[]) => void;
  readonly check: (models: readonly LibraryModel[]) => void;
  readonly credit: (models: readonly LibraryModel[]) => void;
  readonly repair: (models: readonly LibraryModel[]) => void;
  readonly update: (models: readonly LibraryModel[]) => void;
  readonly remove: (models: readonly LibraryModel[]) => void;
};

/** Returns the commands for these models, most common first. */
export function listCommands(
  models: readonly LibraryModel[],
  outdated: ReadonlySet<string>,
  commands: LibraryCommands,
): readonly MenuItem[] {
  const [first] = models;
  if (first === undefined) return [];
  const behind = models.filter(({ guid }) => outdated.has(guid));
  const ofOne: readonly MenuItem[] =
    models.length > 1
      ? []
      : [
          { label: t('library.commands.open'), icon: 'cube', onChoose: () => commands.open(first.guid) },
          { label: t('common.showInFolder'), icon: 'folder', onChoose: () => commands.reveal(first.guid) },
        ];
  const update: MenuItem = {
    label: t('library.commands.update'),
    icon: 'downloads',
    onChoose: () => commands.update(behind),
  };
  const broken = models.filter(needsRepair);
  const repair: MenuItem = {
    label: t('library.commands.repair'),
    icon: 'retry',
    onChoose: () => commands.repair(broken),
  };
  return [
    ...ofOne,
    ...(broken.length > 0 ? [repair] : []),
    ...(behind.length > 0 ? [update] : []),
    {
      label: t('library.commands.copyPath', { count: models.length }),
      icon: 'copy',
      onChoose: () => commands.copyPaths(models),
    },
    { label: t('library.checkFiles'), icon: 'check', onChoose: () => commands.check(models) },
    { label: t('library.credits.command'), icon: 'credits', onChoose: () => commands.credit(models) },
    {
      label: t('library.commands.remove'),
      icon: 'remove',
      isGrave: true,
      onChoose: () => commands.remove(models),
    },
  ];
}
