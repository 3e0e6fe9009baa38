import { type FormEvent, useId, useRef, useState } from 'react';
import { AppError } from '../../../server/contract/errors.ts';
import type { FoundModel, PublishWish } from '../../../server/contract/publish.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import { type Field, listFaulty, toValues, type Values } from './product-values.ts';
import styles from './publish.module.css';
import { type PublishStore, valuesOf } from './publish-store.ts';
import { toWishError } from './wish-error.ts';

type ProductFormProps = {
  readonly store: PublishStore;
  readonly model: FoundModel;
  /** The earlier wish, which failed. */
  readonly failed: PublishWish | undefined;
  /** True while files are still being uploaded; publishing waits for them. */
  readonly isSending: boolean;
};

/** Common licences of models; any other can be typed. */
const usualLicences = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0'];

/** The user's metadata for the model, prefilled with guesses from the files, but never a price. */
export function ProductForm({ store, model, failed, isSending }: ProductFormProps) {
  const { typed, busy, error, categories, type, publish } = usePicked(
    store,
    'typed',
    'busy',
    'error',
    'categories',
    'type',
    'publish',
  );
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ids = { category: useId(), license: useId(), description: useId() };
  const guessed = toValues(model);
  const values = valuesOf({ typed }, model, failed);
  const faults = findFaults(values);
  const isWhole = Object.keys(faults).length === 0;
  const own = new AppError('INVALID_INPUT', t('publish.incomplete'), { details: { fields: faults } });
  const refused = failed?.error ? toWishError(failed.error) : null;
  const shown = isTried && !isWhole ? own : (error ?? refused);
  const faultOf = (field: Field) => findFieldError(shown, `product.${field}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isWhole) return void publish([model]);
    const first = Object.keys(faults)[0]?.replace('product.', '') ?? '';
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const fieldOf = (field: Field) => ({
    name: field,
    label: t(`publish.fields.${field}`),
    autoComplete: 'off',
    value: values[field],
    error: faultOf(field),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      type(model, { [field]: event.target.value }),
  });
  const isGuess = (field: Field) => guessed[field] !== '' && values[field] === guessed[field];
  const guessHint = (field: Field) => isGuess(field) && { hint: t('publish.guessed') };
  return (
    <form ref={form} className={`stack gap-4 shrinkable ${styles.form}`} onSubmit={submit} noValidate>
      <TextField {...fieldOf('title')} maxLength={500} {...guessHint('title')} />
      <div className={styles.pair}>
        <TextField {...fieldOf('category')} list={ids.category} {...guessHint('category')} />
        <TextField {...fieldOf('subcategory')} />
      </div>
      <datalist id={ids.category}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField {...fieldOf('tags')} hint={t('publish.tagsHint')} />
      <div className={styles.pair}>
        <TextField
          {...fieldOf('license')}
          list={ids.license}
          hint={isGuess('license') ? t('publish.guessed') : t('publish.licenseHint')}
        />
        {hasPrices() && (
          <TextField {...fieldOf('priceUsd')} inputMode="decimal" hint={t('publish.priceHint')} />
        )}
      </div>
      <datalist id={ids.license}>
        {usualLicences.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField {...fieldOf('attribution')} hint={t('publish.attributionHint')} />
      <div className="field">
        <label className="field-label" htmlFor={ids.description}>
          {t('publish.fields.description')}
        </label>
        <textarea
          id={ids.description}
          name="description"
          className="input"
          rows={3}
          maxLength={20_000}
          value={values.description}
          onChange={(event) => type(model, { description: event.target.value })}
        />
        {faultOf('description') !== null && <p className="field-error">{faultOf('description')}</p>}
      </div>
      {shown !== null && <ErrorNotice error={shown} />}
      <div className="stack to-start gap-3">
        <Button type="submit" variant="primary" size="large" disabled={busy !== null && !isSending}>
          {t('publish.publish')}
        </Button>
        <p className="field-hint">{isSending ? t('publish.onceSent') : t('publish.wholeOrNot')}</p>
      </div>
    </form>
  );
}

/**
 * Returns errors by the server's name of the field. Separate from the values, which the first page loads too: the texts
 * come with the publish page.
 */
export const findFaults = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(listFaulty(values).map((field) => [`product.${field}`, t(`publish.missing.${field}`)]));
