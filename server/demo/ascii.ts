/** A growing buffer of ASCII text, made for millions of numbers. */
export type Ascii = {
  readonly text: (value: string) => void;
  readonly whole: (value: number) => void;
  /** `value` steps of 10^-decimals, without zeros at the end. */
  readonly fixed: (value: number, decimals: number) => void;
  readonly finish: () => Buffer;
};

const [MINUS, DOT, ZERO] = [45, 46, 48];

export function createAscii(bytes: number): Ascii {
  let buffer = Buffer.allocUnsafe(Math.max(64, bytes));
  let end = 0;
  const reserve = (size: number): void => {
    if (end + size <= buffer.length) return;
    buffer = Buffer.concat([buffer.subarray(0, end)], Math.max(buffer.length * 2, end + size));
  };
  const digits = (value: number, count: number): void => {
    end = writeDigits(buffer, { from: end, to: end + count, value });
  };
  const whole = (value: number): void => {
    reserve(16);
    let count = 1;
    for (let limit = 10; value >= limit; limit *= 10) count += 1;
    digits(value, count);
  };
  return {
    whole,
    text: (value) => {
      reserve(value.length);
      if (value.length === 1) buffer[end++] = value.charCodeAt(0);
      else end += buffer.write(value, end, 'latin1');
    },
    fixed: (value, decimals) => {
      reserve(32);
      if (value < 0) buffer[end++] = MINUS;
      const size = Math.abs(value);
      const unit = 10 ** decimals;
      const before = Math.floor(size / unit);
      whole(before);
      if (size === before * unit) return;
      buffer[end++] = DOT;
      digits(size - before * unit, decimals);
      while (buffer[end - 1] === ZERO) end -= 1;
    },
    finish: () => buffer.subarray(0, end),
  };
}

type Digits = { readonly from: number; readonly to: number; readonly value: number };

function writeDigits(buffer: Buffer, { from, to, value }: Digits): number {
  let rest = value;
  for (let place = to - 1; place >= from; place -= 1) {
    const tenth = Math.floor(rest / 10);
    buffer[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return to;
}
