import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { lods as allLods } from '../../../server/contract/limits.ts';
import type { LibraryPlace, SurveyWish } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { toQuery } from '../../features/browse/store/selection-query.ts';
import { SurveyDialog } from '../../features/downloads/survey-dialog.tsx';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';

/** Sorts the selected values first. */
const preferring = <V extends string>(values: readonly V[], chosen: readonly string[]): V[] =>
  values.toSorted((a, b) => Number(chosen.includes(b)) - Number(chosen.includes(a)));

/** Downloads everything that the search has found, after one confirmation. */
export function DesktopSurvey({ context }: { readonly context: DesktopContext }) {
  const { selection, total } = usePicked(context.stores.browse, 'selection', 'total');
  const models = useMemo(() => ({ query: toQuery(selection) }), [selection]);
  return <Survey context={context} models={models} isEmpty={total === 0} />;
}

type GuidsSurveyProps = { readonly context: DesktopContext; readonly guids: readonly string[] };

export function GuidsSurvey({ context, guids }: GuidsSurveyProps) {
  const models = useMemo(() => ({ guids: [...guids] }), [guids]);
  return <Survey context={context} models={models} isEmpty={guids.length === 0} />;
}

const noPlaces: readonly LibraryPlace[] = [];

type SurveyProps = {
  readonly context: DesktopContext;
  readonly models: SurveyWish['models'];
  readonly isEmpty: boolean;
};

function Survey({ context, models, isEmpty }: SurveyProps) {
  const { stores, actions } = context;
  const [isOpen, setIsOpen] = useState(false);
  const { selection, facets } = usePicked(stores.browse, 'selection', 'facets');
  const places = useStore(stores.library, (state) => state.library?.places ?? noPlaces);
  if (facets === null || facets.formats.length === 0) return null;
  const offered = facets.lods.map(({ value }) => value);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon="downloads" disabled={isEmpty} onClick={() => setIsOpen(true)}>
        {t('downloads.survey.open')}
      </Button>
      {isOpen && (
        <SurveyDialog
          store={stores.survey}
          {...{ models, places }}
          formats={preferring(
            facets.formats.map(({ value }) => value),
            selection.formats,
          )}
          lods={preferring(
            allLods.filter((lod) => offered.includes(lod)),
            selection.lods,
          )}
          onClose={close}
          onAdded={() => {
            close();
            actions['go.downloads']?.perform();
          }}
        />
      )}
    </>
  );
}
