import type { FastifyRequest } from 'fastify';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { sentence } from '../contract/sentence.ts';

export const tusVersion = '1.0.0';
/** The protocol requires SHA-1 of every server; our own clients send SHA-256. */
const checksumAlgorithms = ['sha1', 'sha256'] as const;
export type Checksum = { readonly algorithm: (typeof checksumAlgorithms)[number]; readonly digest: string };

type Headers = FastifyRequest['headers'];

const digestBytes = { sha1: 20, sha256: 32 } as const;
const wholeNumber = /^\d{1,15}$/;

export const tusFields = {
  'tus-resumable': tusVersion,
  'tus-version': tusVersion,
  'tus-extension': 'creation,checksum,termination,expiration',
  'tus-max-size': String(limits.publish.fileBytes),
  'tus-checksum-algorithm': checksumAlgorithms.join(','),
} as const;

const refuse = (field: string, reason: string) =>
  new AppError('INVALID_INPUT', sentence`Correct ${{ field }}: ${{ reason }}.`, {
    details: { fields: { [field]: reason } },
  });

const one = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function readNumber(headers: Headers, name: string): number {
  const text = one(headers, name) ?? '';
  if (!wholeNumber.test(text)) throw refuse(name, 'write a whole number of bytes');
  return Number(text);
}

export const isTus = ({ headers }: FastifyRequest) => one(headers, 'tus-resumable') === tusVersion;

function readMetadata(headers: Headers): ReadonlyMap<string, string> {
  const pairs = (one(headers, 'upload-metadata') ?? '').split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.map((pair): [string, string] => {
      const [key = '', value = ''] = pair.trim().split(' ');
      return [key, Buffer.from(value, 'base64').toString('utf8')];
    }),
  );
}

export type NewUpload = {
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** The client's announcement; its path is checked later. Throws INVALID_INPUT or TOO_LARGE. */
export function readCreation({ headers }: FastifyRequest): NewUpload {
  if (headers['upload-defer-length'] !== undefined)
    throw refuse('upload-length', 'the length has to be known from the start');
  const sizeBytes = readNumber(headers, 'upload-length');
  if (sizeBytes > limits.publish.fileBytes)
    throw new AppError(
      'TOO_LARGE',
      sentence`A file may have at most ${{ count: limits.publish.fileBytes }} bytes. Split the model, or put it into the library folder.`,
    );
  const metadata = readMetadata(headers);
  const sha256 = (metadata.get('sha256') ?? '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw refuse('upload-metadata.sha256', 'send the SHA-256 of the whole file as 64 hexadecimal digits');
  const relativePath = metadata.get('relativePath') ?? metadata.get('filename') ?? '';
  return { relativePath, sizeBytes, sha256 };
}

/** Offset from which the client continues. Throws INVALID_INPUT. */
export const readOffset = ({ headers }: FastifyRequest): number => readNumber(headers, 'upload-offset');

/** Checksum of this request's bytes; null if the client sends none. Throws INVALID_INPUT. */
export function readChecksum({ headers }: FastifyRequest): Checksum | null {
  const text = one(headers, 'upload-checksum');
  if (text === undefined) return null;
  const [name = '', value = ''] = text.split(' ');
  const algorithm = checksumAlgorithms.find((known) => known === name);
  const digest = Buffer.from(value, 'base64');
  if (algorithm === undefined || digest.length !== digestBytes[algorithm])
    throw refuse(
      'upload-checksum',
      `write ${checksumAlgorithms.join(' or ')}, a space, and the digest in base64`,
    );
  return { algorithm, digest: digest.toString('hex') };
}
