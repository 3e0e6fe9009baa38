import type { RotatingFile } from './rotating-file.ts';

type Write = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

export type Log = { readonly info: Write; readonly warn: Write; readonly error: Write };

const secretKey = /token|authorization|password|secret|cookie|api-?key|credential/i;
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\bls[upk]_[A-Za-z0-9_-]+/g, '[token]'],
  [/\bBearer\s+[^\s"',]+/gi, 'Bearer [token]'],
  [/([?&](?:pollToken|access_token|api_key|token)=)[^&\s"']+/gi, '$1[redacted]'],
  [/(\/(?:data|leaves|zip)\/)[^/\s"']+(?=\/)/g, '$1[capability]'],
];
const deepest = 6;

/** Removes tokens, keys and capabilities, recognised by their shape. */
function redactText(text: string): string {
  return secretPatterns.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    ...('code' in error && { code: error.code }),
    ...(error.stack && { stack: redactText(error.stack) }),
    ...(error.cause !== undefined && { cause: redactValue(error.cause, depth + 1) }),
  };
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      secretKey.test(key) && typeof entry !== 'boolean' ? '[redacted]' : redactValue(entry, depth + 1),
    ]),
  );
}

/** Returns a copy without tokens, passwords and capabilities, recognised by field name and by shape. */
export function redact(value: unknown): unknown {
  return redactValue(value, 0);
}

const setupCode = /("setupCode":"|#setup=)[^"]+/g;
const address = /\b[\w.+-]+@[\w-]+(\.[\w-]+)+\b/g;

/** Returns a log line that can be shared: without secrets, e-mail addresses, and the name of the home folder. */
export function toShareable(text: string, home: string): string {
  const shown = redactText(text).replace(setupCode, '$1[redacted]').replace(address, '[e-mail]');
  // JSON doubles the backslashes of Windows.
  return [home, home.replaceAll('\\', '\\\\')]
    .filter((folder) => folder.length > 3)
    .reduce((result, folder) => result.replaceAll(folder, '~'), shown);
}

/** Writes JSON lines; nothing that looks like a secret reaches the file. */
export function createLog(file: Pick<RotatingFile, 'write'>, now: () => Date = () => new Date()): Log {
  const writeAs =
    (level: keyof Log): Write =>
    (event, fields = {}) =>
      file.write(JSON.stringify({ time: now().toISOString(), level, event, ...Object(redact(fields)) }));
  return { info: writeAs('info'), warn: writeAs('warn'), error: writeAs('error') };
}

/** For processes that run alongside the app, which owns the log. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
