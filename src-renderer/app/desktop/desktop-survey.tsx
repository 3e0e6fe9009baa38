import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { lods as allLods } from '../../../server/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { toQuery } from '../../features/browse/selection-query.ts';
import { SurveyDialog } from '../../features/downloads/survey-dialog.tsx';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';

/** The chosen ones first. */
const preferring = <V extends string>(values: readonly V[], chosen: readonly string[]): V[] =>
  values.toSorted((a, b) => Number(chosen.includes(b)) - Number(chosen.includes(a)));

/** Downloads everything that the search has found, after one confirmation. */
export function DesktopSurvey({ context }: { readonly context: DesktopContext }) {
  const { stores, actions } = context;
  const [isOpen, setIsOpen] = useState(false);
  const selection = useStore(stores.browse, (state) => state.selection);
  const facets = useStore(stores.browse, (state) => state.facets);
  const total = useStore(stores.browse, (state) => state.total);
  const models = useMemo(() => ({ query: toQuery(selection) }), [selection]);
  if (facets === null || facets.formats.length === 0) return null;
  const offered = facets.lods.map(({ value }) => value);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon="downloads" disabled={total === 0} onClick={() => setIsOpen(true)}>
        {t('downloads.survey.open')}
      </Button>
      {isOpen && (
        <SurveyDialog
          store={stores.survey}
          models={models}
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
