import { useId, useState } from 'react';
import type { ModelEdit } from '../../../../server/contract/admin/admin-library.ts';
import { AppError } from '../../../../server/contract/errors.ts';
import type { InputOf } from '../../../../server/contract/index.ts';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { Form } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { findFieldError } from '../../../errors/find-field-error.ts';
import { hasPrices } from '../../../lib/has-prices.ts';
import { readUsd } from '../../../lib/read-usd.ts';
import { t } from '../../../text/text.ts';
import own from './library.module.css';

const head = ['category', 'subcategory'] as const;
const tail = ['license', 'attribution', 'priceUsd'] as const;
const ofOne = ['title', ...head, 'tags', ...tail] as const;
const ofMany = [...head, 'addTags', 'removeTags', 'tags', ...tail] as const;
type Field = (typeof ofOne)[number] | (typeof ofMany)[number];
type Values = Readonly<Record<Field, string>>;

export type ModelsEdit = Pick<InputOf<'adminEditModels'>, 'edit' | 'addTags' | 'removeTags'>;

type Editable = {
  readonly title: string;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: readonly string[];
  readonly license: string;
  readonly priceUsd: number;
};
type EditModelsDialogProps = {
  /** Number of models to edit; more than `models` if some are on other pages. */
  readonly count: number;
  readonly models: readonly Editable[];
  /** Suggested categories; others can be typed. */
  readonly categories?: readonly string[];
  readonly onSave: (edit: ModelsEdit) => Promise<void>;
  readonly onClose: () => void;
};

const nothing = {
  title: '',
  category: '',
  subcategory: '',
  addTags: '',
  removeTags: '',
  tags: '',
  license: '',
  attribution: '',
  priceUsd: '',
};
const textOf = (model: Editable): Values => ({
  ...nothing,
  ...{ title: model.title, category: model.category, subcategory: model.subcategory },
  ...{ license: model.license, priceUsd: String(model.priceUsd) },
  tags: model.tags.join(', '),
});

/** Fills in the values that all models share. */
function findCommon(models: readonly Editable[]): Values {
  const texts = models.map(textOf);
  const common = (field: Field) => {
    const [value = '', ...others] = new Set(texts.map((text) => text[field]));
    return others.length === 0 ? value : '';
  };
  return {
    ...nothing,
    ...{ title: common('title'), category: common('category'), subcategory: common('subcategory') },
    ...{ license: common('license'), priceUsd: common('priceUsd'), tags: common('tags') },
  };
}

function requirePrice(text: string): number {
  const usd = readUsd(text);
  if (usd !== null) return usd;
  throw new AppError('INVALID_INPUT', t('failures.amount'), {
    details: { fields: { priceUsd: t('failures.amountHint') } },
  });
}

const readTags = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** An empty field restores the value from the folder. */
function toEdit(values: Values, changed: ReadonlySet<Field>): ModelsEdit {
  const said = (field: Field) => values[field].trim();
  const text = (field: Exclude<keyof ModelEdit, 'tags' | 'priceUsd' | 'description'>) =>
    changed.has(field) && { [field]: said(field) === '' ? null : said(field) };
  const tags = readTags(values.tags);
  const edit = {
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
  return {
    edit,
    ...(changed.has('addTags') && { addTags: readTags(values.addTags) }),
    ...(changed.has('removeTags') && { removeTags: readTags(values.removeTags) }),
  };
}

/** Replacing all tags rules out adding or removing some. */
const excluded = (field: Field): readonly Field[] => {
  if (field === 'tags') return ['addTags', 'removeTags'];
  return field === 'addTags' || field === 'removeTags' ? ['tags'] : [];
};

export function EditModelsDialog({ count, models, categories = [], onSave, onClose }: EditModelsDialogProps) {
  const listId = useId();
  const [values, setValues] = useState<Values>(() => (count > models.length ? nothing : findCommon(models)));
  const [changed, setChanged] = useState<ReadonlySet<Field>>(new Set());
  const form = useAttempt();
  const mark = (field: Field, isChanged: boolean) => {
    const next = new Set(changed);
    if (isChanged) {
      next.add(field);
      for (const other of excluded(field)) next.delete(other);
    } else next.delete(field);
    setChanged(next);
  };
  const send = async () => {
    if (changed.size === 0) throw new AppError('INVALID_INPUT', t('admin.library.noFields'));
    await onSave(toEdit(values, changed));
    onClose();
  };
  return (
    <Dialog title={t('admin.library.editTitle', { count })} onClose={onClose}>
      <Form form={form} onSend={send} action={t('admin.library.save')} onCancel={onClose}>
        <p className="quiet">{t('admin.library.editHint')}</p>
        {(count === 1 ? ofOne : ofMany)
          .filter((field) => field !== 'priceUsd' || hasPrices())
          .map((field, index) => {
            const isOfTags = field === 'addTags' || field === 'removeTags' || (count > 1 && field === 'tags');
            const name = count > 1 && field === 'tags' ? 'allTags' : field;
            const label = t(`admin.library.fields.${name}`);
            return (
              <div key={field} className={`stack middle gap-3 ${own.field}`}>
                <input
                  type="checkbox"
                  aria-label={isOfTags ? label : t('admin.library.fieldOf', { field: label })}
                  checked={changed.has(field)}
                  onChange={(event) => mark(field, event.target.checked)}
                />
                <TextField
                  label={label}
                  autoComplete="off"
                  {...(index === 0 && { 'data-first': true })}
                  list={field === 'category' ? listId : undefined}
                  value={values[field]}
                  error={findFieldError(form.error, field)}
                  onChange={(event) => {
                    setValues({ ...values, [field]: event.target.value });
                    mark(field, true);
                  }}
                />
              </div>
            );
          })}
        <datalist id={listId}>
          {categories.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </Form>
    </Dialog>
  );
}

type Kept = { readonly title: string; readonly fields: readonly string[] };

/** Counts models that do not change, because a product.json sets every edited field. */
export function countUntouched(kept: readonly Kept[], { edit, addTags, removeTags }: ModelsEdit): number {
  const said = [...Object.keys(edit), ...(addTags || removeTags ? ['tags'] : [])];
  return kept.filter(({ fields }) => said.every((field) => fields.includes(field))).length;
}

/** Describes which fields a product.json kept unchanged; null if none. */
export function describeKept(kept: readonly Kept[]): string | null {
  if (kept.length === 0) return null;
  const list = kept.map(({ title, fields: names }) => `${title} (${names.join(', ')})`).join('; ');
  return t('admin.library.kept', { list });
}
