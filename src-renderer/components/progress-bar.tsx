type ProgressBarProps = {
  readonly label: string;
  /** 0-1, or null if unknown. */
  readonly value: number | null;
};

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100);
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className="progress-fill"
        data-indeterminate={value === null}
        style={value === null ? undefined : { transform: `scaleX(${value})` }}
      />
    </div>
  );
}
