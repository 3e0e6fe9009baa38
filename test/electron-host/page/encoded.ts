/** A structured-clone value as JSON: plain where JSON can hold it, else tagged by `$`. */
export type Encoded = null | string | boolean | number | Tagged;

export type Tagged =
  | { readonly $: 'undefined' }
  | { readonly $: 'number' | 'bigint'; readonly v: string }
  | { readonly $: 'reference'; readonly v: number }
  | { readonly $: 'date'; readonly v: number | null }
  | { readonly $: 'regexp'; readonly v: readonly [source: string, flags: string] }
  | { readonly $: 'array' | 'set'; readonly v: readonly Encoded[] }
  | { readonly $: 'map'; readonly v: readonly (readonly [Encoded, Encoded])[] }
  | { readonly $: 'bytes'; readonly type: string; readonly v: string }
  | { readonly $: 'error'; readonly v: readonly [name: string, message: string, stack: string] }
  | { readonly $: 'object'; readonly v: Readonly<Record<string, Encoded>> }
  | LiveReference;

/** A function or promise that stays where it is and is reached by its number. */
export type LiveReference = { readonly $: 'function' | 'promise'; readonly id: number };

export type CodecParts = {
  readonly base64: {
    readonly encode: (bytes: Uint8Array<ArrayBuffer>) => string;
    readonly decode: (text: string) => Uint8Array<ArrayBuffer>;
  };
  readonly live?: {
    readonly encode: (value: object) => LiveReference;
    readonly decode: (reference: LiveReference) => unknown;
  };
};

export type Codec = {
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
};
