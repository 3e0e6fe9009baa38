import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../text/text.ts';
import styles from './facets.module.css';

type Range = { readonly triMin: number | null; readonly triMax: number | null };
type RangeFieldsProps = {
  readonly least: number | null;
  readonly most: number | null;
  readonly onApply: (range: Range) => void;
};

export function RangeFields({ least, most, onApply }: RangeFieldsProps) {
  const [from, setFrom] = useState(least?.toString() ?? '');
  const [to, setTo] = useState(most?.toString() ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply({ triMin: readCount(from), triMax: readCount(to) });
  };
  const field = (end: 'min' | 'max', value: string, onChange: (value: string) => void) => (
    <input
      type="text"
      className="input"
      inputMode="numeric"
      pattern="[0-9]*"
      aria-label={t(`browse.triangles.${end}Label`)}
      placeholder={t(`browse.triangles.${end}`)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <form className={styles.range} onSubmit={apply}>
      {field('min', from, setFrom)}
      <span aria-hidden="true">–</span>
      {field('max', to, setTo)}
      <Button type="submit" icon="check" aria-label={t('browse.triangles.apply')} />
    </form>
  );
}

function readCount(text: string): number | null {
  return /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : null;
}
