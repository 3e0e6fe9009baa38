import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { findFieldError } from '../../../errors/find-field-error.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import own from './library.module.css';
import type { LibraryAnswer, LibraryStore } from './library-store.ts';

type FolderRulesProps = {
  readonly api: AdminApi;
  readonly store: LibraryStore;
  readonly answer: LibraryAnswer;
};
type Borders = NonNullable<LibraryAnswer['borders']>;

const kinds = ['one', 'each', 'ignore'] as const;

export function FolderRules({ api, store, answer }: FolderRulesProps) {
  const { folder, borders, template, usedTemplate } = answer;
  const { isBusy, error, change } = usePicked(store, 'isBusy', 'error', 'change');
  const [chosen, setChosen] = useState<Borders | ''>(borders ?? '');
  const [written, setWritten] = useState(template ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = chosen === '' ? null : chosen;
    const text = written.trim() === '' ? null : written.trim();
    void change(async () => {
      await api.call('adminCorrectFolder', {
        place: folder,
        ...(wanted !== borders && { borders: wanted }),
        ...(text !== template && { template: text }),
      });
      return t('admin.library.saved');
    });
  };
  return (
    <form className={`panel ${own.rules}`} data-root={folder === ''} onSubmit={submit}>
      {folder !== '' && (
        <SelectField<Borders | ''>
          label={t('admin.library.borders.label')}
          value={chosen}
          options={[
            ['', t('admin.library.borders.asFound')],
            ...kinds.map((kind) => [kind, t(`admin.library.borders.${kind}`)] as const),
          ]}
          onChoose={setChosen}
        />
      )}
      <TextField
        label={t('admin.library.template')}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        placeholder={usedTemplate}
        hint={t('admin.library.templateHint')}
        value={written}
        error={findFieldError(error, 'template')}
        onChange={(event) => setWritten(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {t('admin.library.save')}
      </Button>
    </form>
  );
}
