import { isIP } from 'node:net';
import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { readJsonFile } from './json-file.ts';
import { isPrivateAddress } from './roles.ts';

const kinds = ['lodestock', 'assetfetch', 'polyhaven'] as const;

const Entry = z.strictObject({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(kinds),
  address: z.url({ protocol: /^https?$/, error: 'write a URL such as https://api.example.org' }),
  /** Sent only to the source, if it requires one. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'write a key without spaces')
    .optional(),
  /** Page with the source's terms. */
  terms: z.url({ protocol: /^https$/, error: 'write the https address of its terms' }),
  /** Attribution that the source requires beside its models. */
  credit: z.string().trim().min(1).max(200),
  perMinute: z.number().int().min(1).max(600).default(30),
  /** Other hosts that its API refers to. */
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

/** Why a source cannot be used at this URL, as the end of a sentence; null if it can. */
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

/** Parses the file of sources. Each fault is reported with the source and the field. */
const SourceFile = z.string().transform((file, context): readonly SourceSettings[] => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  let listed: unknown;
  try {
    listed = readJsonFile(file, 'a list of sources: [{"name": …, "kind": …, "address": …}]');
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return z.NEVER;
  }
  if (!Array.isArray(listed) || listed.length > 20) {
    refuse(`${file} must have one list of at most 20 sources: [{…}, {…}].`);
    return z.NEVER;
  }
  const ids = new Set(['']);
  return listed.flatMap((one: unknown, index): SourceSettings[] => {
    const refuseField = (field: string, why: string) =>
      refuse(`${file}, source ${index + 1}, ${field}: ${why}.`);
    const { error, data } = Entry.safeParse(one, { error: describeIssue });
    for (const issue of error?.issues ?? []) refuseField(issue.path.join('.') || 'entry', issue.message);
    if (data === undefined) return [];
    const fault = findAddressFault(data);
    if (fault !== null) refuseField('address', fault);
    const id = toId(data.name);
    if (ids.has(id)) refuseField('name', 'give each source a name of its own with letters or digits');
    ids.add(id);
    return [{ ...data, address: data.address.replace(/\/+$/, ''), id }];
  });
});

export const sourcesSettings = {
  LODESTOCK_SOURCES: SourceFile.optional().describe(
    'JSON file of [other catalogues](daily-work.md#other-catalogues) that searches also ask',
  ),
};
