import { appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPackEmbedder } from '../../../../../../server/catalogue/search/embeddings/pack/pack-embedder.ts';
import { readConfig } from '../../../../../../server/config.ts';
import { toyModel, writeToyPack } from './toy-pack.ts';

const settingsOf = (folder: string) =>
  readConfig({ LODESTOCK_DATA_DIR: '/tmp/none', LODESTOCK_EMBEDDINGS_PACK: folder });

function open(folder: string) {
  const pack = settingsOf(folder).embeddings?.pack;
  if (!pack) throw new Error('The settings name no pack.');
  const embedder = createPackEmbedder(pack);
  onTestFinished(embedder.close);
  return (...texts: string[]) => embedder.embed(texts, AbortSignal.timeout(60_000));
}

const round = (vector: Float32Array | undefined) =>
  [...(vector ?? [])].map((value) => Math.round(value * 1000) / 1000);

test('adds the vectors of a text’s tokens up, the model’s inputs as it wants them', async () => {
  const model = toyModel({ inputs: ['input_ids', 'attention_mask', 'token_type_ids'] });
  const embed = open(writeToyPack({ model }));

  const [clocks, hourteller] = await embed('Clocks', 'hourteller');

  expect(round(clocks)).toEqual([1, 0, 0, 0, 0.31]);
  expect(round(hourteller)).toEqual([1, 0, 0, 0, 0.3]);
});

test('takes the vector of the first token, or the one that the model makes', async () => {
  const first = open(writeToyPack({ fields: { pooling: 'cls' } }));
  const own = open(writeToyPack({ model: toyModel({ isPooled: true }), fields: { pooling: 'none' } }));

  expect((await first('clock')).map(round)).toEqual([[0, 0, 0, 0, 0.2]]);
  expect((await own('clock')).map(round)).toEqual([[0.333, 0, 0, 0, 0.1]]);
});

test('cuts long texts, and keeps the token that ends them', async () => {
  const embed = open(writeToyPack({ fields: { maxTokens: 4 } }));

  expect((await embed('clock chair '.repeat(1000))).map(round)).toEqual([[1, 1, 0, 0, 0.3]]);
});

const brokenPacks: readonly (readonly [string, () => string, RegExp])[] = [
  [
    'another file than model.json names',
    () => {
      const folder = writeToyPack();
      appendFileSync(path.join(folder, 'tokenizer.json'), ' ');
      return folder;
    },
    /tokenizer\.json has the SHA-256 [0-9a-f]{64}, and model\.json names another\. Copy the file again, or correct/,
  ],
  [
    'a missing file',
    () => {
      const folder = writeToyPack();
      rmSync(path.join(folder, 'model.onnx'));
      return folder;
    },
    /model\.onnx cannot be found \(ENOENT.*\)\. Copy it there/,
  ],
  [
    'a link out of the folder',
    () => {
      const [folder, other] = [writeToyPack(), writeToyPack()];
      rmSync(path.join(folder, 'model.onnx'));
      symlinkSync(path.join(other, 'model.onnx'), path.join(folder, 'model.onnx'));
      return folder;
    },
    /model\.onnx leads out of its folder\. Copy the file itself/,
  ],
  [
    'a model that is none',
    () => writeToyPack({ model: Buffer.from('<html>not found</html>') }),
    /model\.onnx cannot be loaded \(.+\)\. Export it/,
  ],
  [
    'a model of pictures',
    () => writeToyPack({ model: toyModel({ inputs: ['input_ids', 'pixel_values'] }) }),
    /wants the input "pixel_values"\. Export the model for feature extraction/,
  ],
  [
    'other dimensions',
    () => writeToyPack({ fields: { dimensions: 384 } }),
    /model\.onnx gives tokens: float32 \[1, 3, 5\], which does not go with .*"dimensions": 384 in model\.json/,
  ],
  [
    'another pooling',
    () => writeToyPack({ fields: { pooling: 'none' } }),
    /gives tokens: float32 \[1, 3, 5\], which does not go with float32, "pooling": "none"/,
  ],
];

test.each(brokenPacks)('names what is wrong: %s', async (_, make, expected) => {
  await expect(open(make())('clock')).rejects.toThrow(expected);
});

test('loads a pack again that was mended', async () => {
  const folder = writeToyPack();
  const tokenizer = path.join(folder, 'tokenizer.json');
  rmSync(tokenizer);
  const embed = open(folder);
  await expect(embed('clock')).rejects.toThrow('ENOENT');

  symlinkSync(path.join(folder, 'mended.json'), tokenizer);
  writeFileSync(path.join(folder, 'mended.json'), '{}');
  await expect(embed('clock')).rejects.toThrow('SHA-256');
});

test('refuses to start with a model.json that cannot be read, and names the field', () => {
  const refusal = (fields: Record<string, unknown>) => () => settingsOf(writeToyPack({ fields }));

  expect(refusal({ pooling: 'max' })).toThrow(/model\.json, pooling: it must be one of mean, cls, none\./);
  expect(refusal({ dimensions: undefined })).toThrow('model.json, dimensions: it is missing.');
  expect(refusal({ files: { '../model.onnx': 'x' } })).toThrow(
    /model\.json, files\.model\.onnx: it is missing/,
  );
  expect(() => settingsOf('/no/such/pack')).toThrow('/no/such/pack/model.json cannot be read (ENOENT');
  expect(() =>
    readConfig({
      LODESTOCK_DATA_DIR: '/tmp/none',
      LODESTOCK_EMBEDDINGS_URL: 'http://127.0.0.1:1',
      LODESTOCK_EMBEDDINGS_PACK: writeToyPack(),
    }),
  ).toThrow('Set LODESTOCK_EMBEDDINGS_URL or LODESTOCK_EMBEDDINGS_PACK, not both');
});
