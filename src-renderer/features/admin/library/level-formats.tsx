import { useState } from 'react';
import { type LevelFormat, levelFormats } from '../../../../server/contract/catalogue/formats.ts';
import { Tick } from '../../../components/forms/tick.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import type { LibraryAnswer, LibraryStore } from './library-store.ts';

type LevelFormatsProps = {
  readonly levels: NonNullable<LibraryAnswer['levels']>;
  readonly api: AdminApi;
  readonly store: LibraryStore;
};

export function LevelFormats({ levels: { formats, isFixed }, api, store }: LevelFormatsProps) {
  const { isBusy, change } = usePicked(store, 'isBusy', 'change');
  /** Shown until the server has responded. */
  const [asked, setAsked] = useState<typeof formats | null>(null);
  const shown = asked ?? formats;
  const choose = async (format: LevelFormat, isWanted: boolean) => {
    const others = formats.filter((one) => one !== format);
    const wanted = isWanted ? [...others, format] : others;
    setAsked(wanted);
    await change(async () => {
      await api.call('adminSetLevelFormats', { formats: wanted });
      return t('admin.library.levelFormatsSaved');
    });
    setAsked(null);
  };
  return (
    <div className="field">
      <fieldset className="row wrap gap-5">
        <legend className="field-label">{t('admin.library.levelFormats')}</legend>
        {levelFormats.map((format) => (
          <Tick
            key={format}
            disabled={isBusy || isFixed || format === 'glb'}
            isOn={shown.includes(format)}
            onTurn={(isWanted) => void choose(format, isWanted)}
          >
            {t(`admin.library.levelFormatNames.${format}`)}
          </Tick>
        ))}
      </fieldset>
      <p className="field-hint">
        {t(isFixed ? 'admin.library.levelFormatsFixed' : 'admin.library.levelFormatsHint')}
      </p>
    </div>
  );
}
