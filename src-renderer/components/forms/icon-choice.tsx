import { useId } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './icon-choice.module.css';

type IconChoiceProps<Value extends string> = {
  /** The name of the choice; only for screen readers. */
  readonly label: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly name: string;
    readonly icon: IconName;
    /** In pixels. */
    readonly size: number;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

export function IconChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: IconChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.choice} aria-label={label}>
      {choices.map(({ value: own, name, icon, size }) => (
        <label key={own} title={name}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            aria-label={name}
            checked={value === own}
            onChange={() => onChange(own)}
          />
          <Icon name={icon} size={size} />
        </label>
      ))}
    </fieldset>
  );
}
