import { SelectField } from '../../components/forms/select-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import type { ApproveStore } from './approve-store.ts';

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
          <Tick isOn={terms.asksFirst} onTurn={(asksFirst) => setTerms({ asksFirst })}>
            {t('approve.terms.asksFirst')}
          </Tick>
        </>
      )}
      <SelectField
        label={t('approve.terms.lifetime')}
        value={terms.days}
        options={[1, 7, 30, 90, 365].map((count) => [count, t('approve.terms.days', { count })])}
        onChoose={(days) => setTerms({ days })}
      />
    </div>
  );
}
