import { SelectField } from '../../components/forms/select-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import styles from './approve.module.css';
import type { ApproveStore } from './approve-store.ts';

const lifetimes = [1, 7, 30, 90, 365];

/** What an agent may spend, and for how long it stays signed in. */
export function AgentTerms({ store }: { readonly store: ApproveStore }) {
  const { terms } = usePicked(store, 'terms');
  const { setTerms } = store.getState();
  if (terms === null) return null;
  return (
    <div className="stack gap-3">
      {hasPrices() && (
        <>
          <TextField
            label={t('approve.terms.cap')}
            hint={t('approve.terms.capHint')}
            name="cap"
            inputMode="decimal"
            autoComplete="off"
            value={terms.cap}
            onChange={(event) => setTerms({ cap: event.target.value })}
          />
          <label className={`row middle gap-3 ${styles.scope}`}>
            <input
              type="checkbox"
              checked={terms.asksFirst}
              onChange={() => setTerms({ asksFirst: !terms.asksFirst })}
            />
            {t('approve.terms.asksFirst')}
          </label>
        </>
      )}
      <SelectField
        label={t('approve.terms.lifetime')}
        value={terms.days}
        onChoose={(days) => setTerms({ days: Number(days) })}
      >
        {lifetimes.map((days) => (
          <option key={days} value={days}>
            {t('approve.terms.days', { count: days })}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
