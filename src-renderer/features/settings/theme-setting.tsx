import type { Settings } from '../../../src-main/ipc/contract.ts';
import styles from './settings.module.css';

type ThemeSettingProps = {
  readonly value: Settings['theme'];
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const themes = [
  { theme: 'system', label: 'As the system' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'light', label: 'Light' },
] as const;

export function ThemeSetting({ value, onUpdate }: ThemeSettingProps) {
  return (
    <fieldset className={styles.radios} aria-label="Theme">
      {themes.map(({ theme, label }) => (
        <label key={theme}>
          <input type="radio" name="theme" checked={value === theme} onChange={() => onUpdate({ theme })} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
