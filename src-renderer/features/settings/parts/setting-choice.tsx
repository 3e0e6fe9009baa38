import { SelectField } from '../../../components/forms/select-field.tsx';

type SettingChoiceProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string | number;
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
  readonly onChoose: (value: string) => void;
};

/** A setting that is one of a list. */
export const SettingChoice = ({ options, ...field }: SettingChoiceProps) => (
  <SelectField {...field}>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
);
