import { type FormEvent, useState } from 'react';
import type { ModelEdit } from '../../../../server/contract/admin-library.ts';
import { AppError } from '../../../../server/contract/errors.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useAttempt } from '../../../components/use-attempt.ts';
import { findFieldError } from '../../../errors/find-field-error.ts';
import { readUsd } from '../../../lib/read-usd.ts';
import { t } from '../../../text/text.ts';
import styles from '../admin.module.css';
import type { AdminApi } from '../admin-api.ts';
import own from './library.module.css';
import type { LibraryModel, LibraryStore } from './library-store.ts';

const fields = ['title', 'category', 'subcategory', 'tags', 'license', 'attribution', 'priceUsd'] as const;
type Field = (typeof fields)[number];
type Values = Readonly<Record<Field, string>>;

type EditModelsDialogProps = {
  readonly api: AdminApi;
  readonly store: LibraryStore;
  readonly models: readonly LibraryModel[];
  readonly onClose: () => void;
};

const textOf = (model: LibraryModel): Values => ({
  ...{ title: model.title, category: model.category, subcategory: model.subcategory },
  ...{ license: model.license, attribution: '', priceUsd: String(model.priceUsd) },
  tags: model.tags.join(', '),
});

/** What all models have in common is filled in. */
function findCommon(models: readonly LibraryModel[]): Values {
  const texts = models.map(textOf);
  const common = (field: Field) => {
    const [value = '', ...others] = new Set(texts.map((text) => text[field]));
    return others.length === 0 ? value : '';
  };
  return {
    ...{ title: common('title'), category: common('category'), subcategory: common('subcategory') },
    ...{ license: common('license'), attribution: '', priceUsd: common('priceUsd'), tags: common('tags') },
  };
}

function requirePrice(text: string): number {
  const usd = readUsd(text);
  if (usd !== null) return usd;
  throw new AppError('INVALID_INPUT', t('failures.amount'), {
    details: { fields: { priceUsd: t('failures.amountHint') } },
  });
}

/** An empty field is again what the folder says. */
function toEdit(values: Values, changed: ReadonlySet<Field>): ModelEdit {
  const said = (field: Field) => values[field].trim();
  const text = (field: Exclude<Field, 'tags' | 'priceUsd'>) =>
    changed.has(field) && { [field]: said(field) === '' ? null : said(field) };
  const tags = said('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return {
    ...text('title'),
    ...text('category'),
    ...text('subcategory'),
    ...text('license'),
    ...text('attribution'),
    ...(changed.has('tags') && { tags: tags.length === 0 ? null : tags }),
    ...(changed.has('priceUsd') && {
      priceUsd: said('priceUsd') === '' ? null : requirePrice(said('priceUsd')),
    }),
  };
}

export function EditModelsDialog({ api, store, models, onClose }: EditModelsDialogProps) {
  const [values, setValues] = useState(() => findCommon(models));
  const [changed, setChanged] = useState<ReadonlySet<Field>>(new Set());
  const { isBusy, error, attempt } = useAttempt();
  const mark = (field: Field, isChanged: boolean) => {
    const next = new Set(changed);
    if (isChanged) next.add(field);
    else next.delete(field);
    setChanged(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      if (changed.size === 0) throw new AppError('INVALID_INPUT', t('admin.library.noFields'));
      const guids = models.map(({ guid }) => guid);
      const { kept } = await api.call('adminEditModels', { guids, edit: toEdit(values, changed) });
      const list = kept.map(({ title, fields: names }) => `${title} (${names.join(', ')})`).join('; ');
      const note = kept.length === 0 ? t('admin.library.saved') : t('admin.library.kept', { list });
      void store.getState().change(async () => note);
      onClose();
    });
  };
  return (
    <Dialog title={t('admin.library.editTitle', { count: models.length })} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.quiet}>{t('admin.library.editHint')}</p>
        {fields.map((field) => {
          const label = t(`admin.library.fields.${field}`);
          return (
            <div key={field} className={own.field}>
              <input
                type="checkbox"
                aria-label={t('admin.library.fieldOf', { field: label })}
                checked={changed.has(field)}
                onChange={(event) => mark(field, event.target.checked)}
              />
              <TextField
                label={label}
                autoComplete="off"
                value={values[field]}
                error={findFieldError(error, field)}
                onChange={(event) => {
                  setValues({ ...values, [field]: event.target.value });
                  mark(field, true);
                }}
              />
            </div>
          );
        })}
        {error !== null && <ErrorNotice error={error} />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {t('admin.library.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
