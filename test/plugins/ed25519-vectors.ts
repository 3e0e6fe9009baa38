/** One signature to judge; all in hexadecimal. */
export type Vector = {
  readonly name: string;
  readonly key: string;
  readonly message: string;
  readonly signature: string;
  readonly isValid: boolean;
};

/** RFC 8032, section 7.1: tests 1, 2, 3 and SHA(abc). */
const published = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const;
const [, , [key, message, signature]] = published;

const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const toHex = (number: bigint) =>
  Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex');
const toNumber = (hex: string) => BigInt(`0x${Buffer.from(hex, 'hex').reverse().toString('hex')}`);
const scalar = signature.slice(64);

const spoiled: readonly (readonly [string, Partial<Vector>])[] = [
  ['another message', { message: 'af83' }],
  ['another key', { key: published[0][0] }],
  ['a bit of its first half changed', { signature: `60${signature.slice(2)}` }],
  ['a bit of its second half changed', { signature: `${signature.slice(0, 64)}19${signature.slice(66)}` }],
  // The same number again, in another way: RFC 8032 refuses it, so that a signature has one form.
  ['a scalar above the order', { signature: signature.slice(0, 64) + toHex(toNumber(scalar) + order) }],
  ['a key that is not on the curve', { key: `02${'00'.repeat(31)}` }],
  ['a first half that is not on the curve', { signature: `02${'00'.repeat(31)}${scalar}` }],
  ['a signature that is too short', { signature: signature.slice(2) }],
  ['no signature', { signature: '' }],
  ['a signature of zeros', { signature: '00'.repeat(64) }],
];

export const vectors: readonly Vector[] = [
  ...published.map(([key, message, signature], index) => ({
    ...{ name: `of RFC 8032, ${index + 1}`, key, message, signature, isValid: true },
  })),
  ...spoiled.map(([name, change]) => ({
    ...{ name: `with ${name}`, key, message, signature, isValid: false },
    ...change,
  })),
];
