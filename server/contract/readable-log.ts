import { z } from 'zod';

const Line = z.object({
  time: z.union([z.string(), z.number()]),
  level: z.number(),
  event: z.string().optional(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

/** The levels of pino, which writes the log. */
const levels: Readonly<Record<number, string>> = {
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

const isFact = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Formats a line of the server's log for people: time, level, message. Lines that are not JSON are unchanged. */
export function toReadable(line: string): string {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return line;
  }
  const parsed = Line.safeParse(fields);
  if (!parsed.success) return line;
  const { time, level, event, msg, err } = parsed.data;
  const known = new Set(['time', 'level', 'event', 'msg', 'err', 'pid', 'hostname', 'reqId']);
  const facts = Object.entries(Object(fields))
    .filter(([name, value]) => !known.has(name) && isFact(value))
    .map(([name, value]) => `${name}=${String(value)}`);
  const at = new Date(time).toISOString().replace('T', ' ').slice(0, 19);
  const says = [msg, err?.message].filter((text) => text !== undefined);
  return [at, levels[level] ?? String(level), event ?? '', ...says, ...facts]
    .filter((text) => text !== '')
    .join('  ');
}

/** True if a line reports a problem; a line that is not JSON comes from elsewhere and counts as one. */
export function isGrave(line: string): boolean {
  try {
    return Object(JSON.parse(line)).level >= 40;
  } catch {
    return true;
  }
}
