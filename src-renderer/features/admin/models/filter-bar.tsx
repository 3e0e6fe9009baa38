import { useEffect, useRef, useState } from 'react';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { hasPrices } from '../../../lib/has-prices.ts';
import { t } from '../../../text/text.ts';
import styles from '../admin.module.css';
import { type Lack, type ListWish, lacks, type ModelState, orders, states } from './model-filter.ts';
import own from './models.module.css';
import type { ModelsStore } from './models-store.ts';

type FilterBarProps = {
  readonly store: ModelsStore;
  readonly onAsk: (wish: ListWish) => void;
  /** Called on Arrow Down in the search field. */
  readonly onDown: () => void;
};

const isState = (text: string): text is ModelState => states.some((state) => state === text);
const isLack = (text: string): text is Lack => lacks.some((lack) => lack === text);

export function FilterBar({ store, onAsk, onDown }: FilterBarProps) {
  const { wish, answer } = usePicked(store, 'wish', 'answer');
  const { filter, order } = wish;
  const { category, state: _state, lacks: _lacks, ...others } = filter;
  const show = filter.lacks === undefined ? (filter.state ?? '') : `lacks ${filter.lacks}`;
  const chooseShown = (text: string) => {
    const part = text.replace(/^lacks /, '');
    const kept = { ...others, ...(category !== undefined && { category }) };
    const found = isState(part) ? { state: part } : isLack(part) ? { lacks: part } : {};
    onAsk({ ...wish, filter: { ...kept, ...found } });
  };
  const { states: counts, lacking, categories = [] } = answer ?? {};
  const shownStates = states.map((one) => {
    const name = t(`admin.models.states.${one}`);
    return [one, t('admin.models.stateWithCount', { name, count: counts?.[one] ?? 0 })] as const;
  });
  const shownLacks = lacks.map((one) => {
    const name = t(`admin.models.lacks.${one}`);
    return [`lacks ${one}`, t('admin.models.lackWithCount', { name, count: lacking?.[one] ?? 0 })] as const;
  });
  const isUnlisted = category !== undefined && !categories.some(({ name }) => name === category);
  const listed = categories.map(
    ({ name, count }) => [name, t('admin.models.categoryWithCount', { name, count })] as const,
  );
  const chooseCategory = (text: string) => {
    const { category: _, ...kept } = filter;
    onAsk({ ...wish, filter: text === '' ? kept : { ...kept, category: text } });
  };
  return (
    <search className={own.filters}>
      <SearchField
        value={filter.search ?? ''}
        onDown={onDown}
        onChange={(words) => {
          const { search: _, ...kept } = filter;
          onAsk({ ...wish, filter: words === '' ? kept : { ...kept, search: words } });
        }}
      />
      <SelectField
        label={t('admin.models.show')}
        value={show}
        options={[['', t('admin.models.all')], ...shownStates, ...shownLacks]}
        onChoose={chooseShown}
      />
      <SelectField
        label={t('admin.models.category')}
        value={category ?? ''}
        options={[
          ['', t('admin.models.anyCategory')],
          ...(isUnlisted ? [[category, category] as const] : []),
          ...listed,
        ]}
        onChoose={chooseCategory}
      />
      <SelectField
        label={t('admin.models.order')}
        value={order}
        options={orders
          .filter((one) => one !== 'price' || hasPrices())
          .map((one) => [one, t(`admin.models.orders.${one}`)])}
        onChoose={(next) => onAsk({ ...wish, order: next })}
      />
    </search>
  );
}

const typingPauseMs = 120;

type SearchFieldProps = Pick<FilterBarProps, 'onDown'> & {
  readonly value: string;
  readonly onChange: (words: string) => void;
};

function SearchField({ value, onChange, onDown }: SearchFieldProps) {
  const [words, setWords] = useState(value);
  const asked = useRef(value);
  const ask = useRef(onChange);
  useEffect(() => {
    ask.current = onChange;
  });
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setWords(value);
  }, [value]);
  useEffect(() => {
    if (words.trim() === asked.current) return undefined;
    const timer = setTimeout(() => {
      asked.current = words.trim();
      ask.current(asked.current);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <TextField
      label={t('admin.models.search')}
      type="search"
      className={`input ${styles.search}`}
      placeholder={t('admin.models.searchHint')}
      maxLength={200}
      value={words}
      onChange={(event) => setWords(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onDown();
      }}
    />
  );
}
