import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
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
const isBorders = (text: string): text is Borders => kinds.some((kind) => kind === text);

/** The corrections of the folder that is shown. */
export function FolderRules({ api, store, answer }: FolderRulesProps) {
  const { folder, borders, template, usedTemplate } = answer;
  const { isBusy, error, change } = usePicked(store, 'isBusy', 'error', 'change');
  const [chosen, setChosen] = useState<string>(borders ?? '');
  const [written, setWritten] = useState(template ?? '');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = isBorders(chosen) ? chosen : null;
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
    <form className={own.rules} data-root={folder === ''} onSubmit={submit}>
      {folder !== '' && (
        <div className="field">
          <label className="field-label" htmlFor={id}>
            {t('admin.library.borders.label')}
          </label>
          <select
            id={id}
            className="input"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{t('admin.library.borders.asFound')}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`admin.library.borders.${kind}`)}
              </option>
            ))}
          </select>
        </div>
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
