import { useState } from 'react';
import type { LibraryList } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { MenuItem } from '../../components/forms/menu.tsx';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { NameDialog } from '../../components/forms/name-dialog.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { LibraryMoving } from './library-moving.tsx';
import type { LibrariesStore } from './parts/libraries-store.ts';
import settings from './parts/settings.module.css';

type LibrarySettingProps = {
  readonly store: LibrariesStore;
  /** True if the organisation decides where downloads go. */
  readonly isManaged: boolean;
};

export function LibrarySetting({ store, isManaged }: LibrarySettingProps) {
  const { list, error } = usePicked(store, 'list', 'error');
  const { add, changeMove } = store.getState();
  if (list === null) return error && <ErrorNotice error={error} />;
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <ul className="stack gap-3" aria-label={t('libraries.list')}>
        {list.libraries.map((library) => (
          <LibraryItem
            key={library.folder}
            {...{ library, store, isManaged }}
            isMoving={list.move?.from === library.folder || list.move?.to === library.folder}
          />
        ))}
      </ul>
      {list.move !== null && <LibraryMoving move={list.move} onChange={changeMove} />}
      <div>
        <Button icon="add" onClick={() => void add()}>
          {t('libraries.add')}
        </Button>
      </div>
      <p className="field-hint">{t('libraries.hint')}</p>
    </>
  );
}

type LibraryItemProps = LibrarySettingProps & {
  readonly library: LibraryList['libraries'][number];
  readonly isMoving: boolean;
};

function LibraryItem({ library, store, isManaged, isMoving }: LibraryItemProps) {
  const { folder, name, isDefault, isElsewhere, absence } = library;
  const [isNaming, setIsNaming] = useState(false);
  const { change } = store.getState();
  const isFixed = isDefault && isManaged;
  const item = (what: 'use' | 'locate' | 'drop' | 'move', icon: MenuItem['icon']): MenuItem => ({
    ...{ label: t(`libraries.commands.${what}`), icon },
    onChoose: () => void change(what, folder),
  });
  const items: readonly MenuItem[] = [
    ...(isDefault || isManaged ? [] : [item('use', 'downloads')]),
    { label: t('libraries.commands.rename'), icon: 'edit', onChoose: () => setIsNaming(true) },
    ...(isMoving || isFixed || absence !== null ? [] : [item('move', 'disk')]),
    ...(isMoving || isFixed ? [] : [item('locate', 'folder')]),
    ...(isMoving || isDefault ? [] : [item('drop', 'close')]),
  ];
  return (
    <li className="stack gap-3">
      <div className={settings.line}>
        <div>
          <div className="row wrap middle gap-2">
            <span className="field-label">{name}</span>
            {isDefault && <span className="tag">{t('libraries.isDefault')}</span>}
            {isElsewhere && <span className="tag">{t('libraries.isElsewhere')}</span>}
            {absence !== null && <span className="tag">{t('libraries.isAway')}</span>}
          </div>
          <div className={settings.path}>{folder}</div>
          {absence !== null && (
            <p className="field-hint">
              <Said>{absence}</Said>
            </p>
          )}
        </div>
        <MenuButton icon="more" label={t('libraries.menuOf', { name })} listItems={() => items} />
      </div>
      {isNaming && (
        <NameDialog
          title={t('libraries.name')}
          action={t('libraries.commands.rename')}
          name={name}
          longest={60}
          onName={(next) => store.getState().rename(folder, next)}
          onClose={() => setIsNaming(false)}
        />
      )}
    </li>
  );
}
