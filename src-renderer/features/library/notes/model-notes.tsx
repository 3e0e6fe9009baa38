import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { ModelNote } from './model-note.tsx';
import { ModelTags } from './model-tags.tsx';
import type { NotesStore } from './notes-store.ts';

type ModelNotesProps = { readonly store: NotesStore; readonly guid: string; readonly hint: string };

export function ModelNotes({ store, guid, hint }: ModelNotesProps) {
  const error = useStore(store, (state) => state.error);
  useEffect(() => void store.getState().load(guid), [store, guid]);
  return (
    <>
      <ModelTags store={store} models={[{ guid }]} heading="h2" />
      <ModelNote key={guid} store={store} guid={guid} hint={hint} />
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
