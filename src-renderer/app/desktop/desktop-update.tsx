import { useMemo } from 'react';
import { lods as allLods } from '../../../server/contract/limits.ts';
import type { LibraryModel } from '../../../src-main/platform/ipc/contract.ts';
import { SurveyDialog } from '../../features/downloads/survey-dialog.tsx';
import type { DesktopContext } from './desktop-context.ts';

type DesktopUpdateProps = {
  readonly context: DesktopContext;
  readonly models: readonly LibraryModel[];
  readonly onClose: () => void;
};

/** Downloads newer versions of models in the library, after one confirmation. */
export function DesktopUpdate({ context, models, onClose }: DesktopUpdateProps) {
  const { stores, actions } = context;
  const wish = useMemo(() => ({ guids: models.map(({ guid }) => guid) }), [models]);
  const scenes = models.flatMap(({ files }) => files.filter(({ role }) => role === 'scene'));
  return (
    <SurveyDialog
      places={[]}
      store={stores.survey}
      models={wish}
      formats={[...new Set(scenes.map(({ format }) => format))]}
      lods={allLods.filter((lod) => scenes.some((file) => file.lod === lod))}
      onClose={onClose}
      onAdded={() => {
        onClose();
        actions['go.downloads']?.perform();
      }}
    />
  );
}
