import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../../../helpers/make-folder.ts';

/** Words and their vectors; those of one meaning share one. */
const table: readonly (readonly [string, readonly number[]])[] = [
  ['[UNK]', [0, 0, 0, 0, 0.1]],
  ['[CLS]', [0, 0, 0, 0, 0.2]],
  ['[SEP]', [0, 0, 0, 0, 0.1]],
  ['clock', [1, 0, 0, 0, 0]],
  ['hourteller', [1, 0, 0, 0, 0]],
  ['chair', [0, 1, 0, 0, 0]],
  ['##s', [0, 0, 0, 0, 0.01]],
  ['passage', [0, 0, 1, 0, 0]],
  ['query', [0, 0, 0, 1, 0]],
];
const dimensions = 5;

type Piece = string | number | Uint8Array;

/** Fields of protobuf by their numbers: numbers as varints, texts and bytes with their length. */
function message(...fields: readonly (readonly [number, Piece])[]): Uint8Array {
  const varint = (value: number) => {
    const bytes: number[] = [];
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return Uint8Array.from([...bytes, rest]);
      bytes.push((rest % 128) + 128);
    }
  };
  return Buffer.concat(
    fields.flatMap(([field, piece]) => {
      if (typeof piece === 'number') return [varint(field * 8), varint(piece)];
      const bytes = Buffer.from(piece);
      return [varint(field * 8 + 2), varint(bytes.length), bytes];
    }),
  );
}

const types = { float: 1, int64: 7 };

function describeValue(name: string, type: keyof typeof types, dims: readonly (string | number)[]) {
  const shape = message(
    ...dims.map((dim): [number, Piece] => [1, message(typeof dim === 'string' ? [2, dim] : [1, dim])]),
  );
  return message([1, name], [2, message([1, message([1, types[type]], [2, shape])])]);
}

type Shape = {
  readonly inputs?: readonly string[];
  /** The model itself makes one vector of a text. */
  readonly isPooled?: boolean;
};

/** An ONNX model that looks the vectors of tokens up. */
export function toyModel({ inputs = ['input_ids'], isPooled = false }: Shape = {}): Uint8Array {
  const rows = Buffer.from(Float32Array.from(table.flatMap(([, vector]) => vector)).buffer);
  const weights = message([1, table.length], [1, dimensions], [2, types.float], [8, 'table'], [9, rows]);
  const nodes = [message([1, 'table'], [1, 'input_ids'], [2, 'tokens'], [4, 'Gather'])];
  if (isPooled) {
    const axes = message([1, 'axes'], [8, 1], [20, 7]);
    const flat = message([1, 'keepdims'], [3, 0], [20, 2]);
    nodes.push(message([1, 'tokens'], [2, 'text'], [4, 'ReduceMean'], [5, axes], [5, flat]));
  }
  const output = isPooled
    ? describeValue('text', 'float', ['batch', dimensions])
    : describeValue('tokens', 'float', ['batch', 'length', dimensions]);
  const graph = message(
    ...nodes.map((node): [number, Piece] => [1, node]),
    [2, 'toy'],
    [5, weights],
    ...inputs.map((name): [number, Piece] => [11, describeValue(name, 'int64', ['batch', 'length'])]),
    [12, output],
  );
  return message([1, 8], [7, graph], [8, message([2, 17])]);
}

const special = ['[UNK]', '[CLS]', '[SEP]'];
const toyTokenizer = {
  version: '1.0',
  added_tokens: special.map((content, id) => ({ id, content, special: true })),
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {},
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    vocab: Object.fromEntries(table.map(([word], id) => [word, id])),
  },
};

type Content = {
  readonly model?: Uint8Array;
  /** Fields of model.json other than the usual ones. */
  readonly fields?: Readonly<Record<string, unknown>>;
};

/** A pack in a folder of its own, as an admin makes it. */
export function writeToyPack({ model = toyModel(), fields = {} }: Content = {}): string {
  const folder = makeFolder();
  const files = { 'model.onnx': model, 'tokenizer.json': Buffer.from(JSON.stringify(toyTokenizer)) };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  const hashes = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, hash('sha256', bytes)]),
  );
  const json = { name: 'toy', dimensions, pooling: 'mean', files: hashes, ...fields };
  writeFileSync(path.join(folder, 'model.json'), JSON.stringify(json));
  return folder;
}
