import type { Settings } from '../../../../src-main/platform/ipc/contract.ts';
import { Tick } from '../../../components/forms/tick.tsx';
import { t } from '../../../text/text.ts';

type StartSettingProps = {
  readonly isOn: boolean;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

export const StartSetting = ({ isOn, onUpdate }: StartSettingProps) => (
  <Tick
    isOn={isOn}
    hint={t('settings.startAtLoginHint')}
    onTurn={(startAtLogin) => onUpdate({ startAtLogin })}
  >
    {t('settings.startAtLogin')}
  </Tick>
);
