import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { isPrivateAddress } from './roles.ts';

const kinds = ['lodestock', 'assetfetch', 'polyhaven'] as const;

const Entry = z.strictObject({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(kinds),
  address: z.url({ protocol: /^https?$/, error: 'write a URL such as https://api.example.org' }),
  /** Sent to the source only, where it asks for one. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'write a key without spaces')
    .optional(),
  /** Page with the conditions of the source. */
  terms: z.url({ protocol: /^https$/, error: 'write the https address of its terms' }),
  /** Line that the source wants to see beside its models. */
  credit: z.string().trim().min(1).max(200),
  perMinute: z.number().int().min(1).max(600).default(30),
  /** Other hosts to which its API leads. */
  hosts: z
    .array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'write a host such as api.example.org'))
    .max(10)
    .default([]),
  /** Whether the source and its files may be on a private network. */
  private: z.boolean().default(false),
  on: z.boolean().default(true),
});

export type SourceSettings = Readonly<z.output<typeof Entry>> & { readonly id: string };

const toId = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 24);

/** Why a source cannot be asked there, as the end of a sentence; null if it can. */
function findAddressFault({ address, private: isPrivate }: z.output<typeof Entry>): string | null {
  const { protocol, hostname, username, password, search, hash } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    return 'leave out user name, password, ? and #';
  const isOwn = bare === 'localhost' || isPrivateAddress(bare);
  if (isOwn && !isPrivate) return 'it is in a private network; if you mean it, add "private": true';
  if (protocol === 'http:' && !isPrivate) return 'use https, or add "private": true for your own network';
  if (protocol === 'http:' && isIP(bare) !== 0 && !isOwn) return 'use https outside your own network';
  return null;
}

function readEntries(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON. Write a list of sources: [{"name": …, "kind": …, "address": …}].`);
  }
}

/** The sources in a file. Every fault of it is an issue that names the source and the field. */
const SourceFile = z.string().transform((file, context): readonly SourceSettings[] => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  let given: unknown;
  try {
    given = readEntries(file);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return z.NEVER;
  }
  const listed = Array.isArray(given) ? given : [];
  if (!Array.isArray(given) || listed.length > 20)
    refuse(`${file} must have one list of at most 20 sources: [{…}, {…}].`);
  const sources = listed.flatMap((one: unknown, index): SourceSettings[] => {
    const where = (field: string) => `${file}, source ${index + 1}, ${field}`;
    const parsed = Entry.safeParse(one, { error: describeIssue });
    for (const { path, message } of parsed.error?.issues ?? [])
      refuse(`${where(path.join('.') || 'entry')}: ${message}.`);
    if (!parsed.success) return [];
    const fault = findAddressFault(parsed.data);
    if (fault !== null) refuse(`${where('address')}: ${fault}.`);
    return [{ ...parsed.data, address: parsed.data.address.replace(/\/+$/, ''), id: toId(parsed.data.name) }];
  });
  const ids = sources.map(({ id }) => id);
  for (const [index, id] of ids.entries())
    if (id === '' || ids.indexOf(id) !== index)
      refuse(
        `${file}, source ${index + 1}, name: give each source a name of its own with letters or digits.`,
      );
  return sources;
});

export const sourcesSettings = {
  LODESTOCK_SOURCES: SourceFile.optional().describe(
    'JSON file of [other catalogues](daily-work.md#other-catalogues) that searches also ask',
  ),
};
