import { type Sentence, sentence } from '../../contract/sentence.ts';
import { codeOf } from '../storage/storage-fault.ts';

/** Why a store refused a request, as its response gives it. */
export type Refusal = {
  readonly status: number;
  /** The store's error code, such as NoSuchBucket; empty if it sent none. */
  readonly word: string;
  /** The region that the store suggests; empty if it suggests none. */
  readonly region: string;
};

const keys = 'LODESTOCK_S3_KEY_ID and LODESTOCK_S3_SECRET';
const byWord: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'check LODESTOCK_S3_KEY_ID, which the store does not know',
  SignatureDoesNotMatch: 'check LODESTOCK_S3_SECRET, which is not the secret of that key',
  NoSuchBucket: 'check the bucket in LODESTOCK_LIBRARY_URL, which is not at this store',
  AccessDenied: 'let the key list the bucket (s3:ListBucket) and read its objects (s3:GetObject)',
  RequestTimeTooSkewed: 'set the clocks of this computer and of the store',
};
/** Error codes for a signature made for the wrong region. */
const ofRegion = new Set([
  ...[
    'AuthorizationHeaderMalformed',
    'AuthorizationQueryParametersError',
    'IllegalLocationConstraintException',
  ],
  ...['PermanentRedirect', 'TemporaryRedirect', 'InvalidRegion'],
]);
const ofName = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const ofEncryption = new Set(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ECONNRESET']);

const isRefusal = (error: unknown): error is Error & Refusal =>
  error instanceof Error && 'status' in error && 'word' in error;

function adviseOnRefusal({ status, word, region }: Refusal): string {
  if (region !== '') return `set LODESTOCK_S3_REGION to ${region}, which is the bucket's region`;
  if (ofRegion.has(word)) return 'set LODESTOCK_S3_REGION to the region of the bucket';
  const known = byWord[word];
  if (known !== undefined) return known;
  if (status === 401 || status === 403)
    return `check ${keys}, and that the key may list the bucket and read it`;
  if (status === 400) return 'check LODESTOCK_S3_ENDPOINT: whether the store takes http or https there';
  if (status >= 500 || status === 429) return 'the store is busy or broken; it is asked again by itself';
  return 'check LODESTOCK_S3_ENDPOINT, which does not speak as an S3 store does';
}

/** Advice for admins when a store refuses or cannot be reached, to end a sentence with; null for other errors. */
export function adviseOnStore(error: unknown): string | null {
  if (isRefusal(error)) return adviseOnRefusal(error);
  const code = codeOf(error);
  if (code === '') return null;
  if (ofName.has(code)) return 'check the host name in LODESTOCK_S3_ENDPOINT';
  if (ofEncryption.has(code))
    return 'check LODESTOCK_S3_ENDPOINT: whether the store takes http or https there';
  if (/CERT|SELF_SIGNED|ALTNAME|VERIFY/.test(code))
    return 'let LODESTOCK_CA_FILE name the authority of its certificate';
  return 'check LODESTOCK_S3_ENDPOINT, and that the store runs';
}

/** The fault and the next step, one sentence each. */
export function explainStore(
  url: string,
  error: unknown,
): { readonly says: Sentence; readonly cure: string } {
  const message = error instanceof Error ? error.message : String(error);
  const advice = adviseOnStore(error) ?? 'check that LODESTOCK_S3_ENDPOINT leads to an S3 store';
  return {
    says: sentence`${{ url }} cannot be listed (${{ reason: message }}).`,
    cure: `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`,
  };
}
