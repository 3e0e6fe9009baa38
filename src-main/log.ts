import { redact } from './redact.ts';
import type { RotatingFile } from './storage/rotating-file.ts';

type Write = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

export type Log = { readonly info: Write; readonly warn: Write; readonly error: Write };

/** JSON lines; what looks like a secret never reaches the file. */
export function createLog(file: Pick<RotatingFile, 'write'>, now: () => Date = () => new Date()): Log {
  const writeAs =
    (level: keyof Log): Write =>
    (event, fields = {}) =>
      file.write(JSON.stringify({ time: now().toISOString(), level, event, ...Object(redact(fields)) }));
  return { info: writeAs('info'), warn: writeAs('warn'), error: writeAs('error') };
}
