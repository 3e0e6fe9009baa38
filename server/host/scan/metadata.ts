import { z } from 'zod';
import { describeIssue } from '../../contract/describe-issue.ts';
import { modelTypes } from '../../contract/limits.ts';

const Text = z.string().trim().max(5000);
const Words = z.array(z.string().trim().max(100)).max(200);
const Type = z.union([
  z.number().int().min(0).max(4),
  z.enum(modelTypes).transform((label) => modelTypes.indexOf(label)),
]);

/** `product.json`: what a library's owner says of a model. Everything is optional; wrong values are told. */
const Product = z.object({
  guid: z.union([z.string(), z.number().int().transform(String)]).optional(),
  title: Text.optional(),
  description: Text.optional(),
  type: Type.optional(),
  category: Text.optional(),
  subcategory: Text.optional(),
  tags: Words.optional(),
  keywords: Words.optional(),
  license: Text.optional(),
  attribution: Text.optional(),
  priceUsd: z.number().min(0).max(1_000_000).optional(),
  animated: z.boolean().optional(),
  rigged: z.boolean().optional(),
  sourceUpdatedAt: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
});

/** `{guid}_metadata.json`: the shape of the public service. */
const Described = z.object({
  animated: z.boolean().optional(),
  rigged: z.boolean().optional(),
  category: Text.optional(),
  subcategory: Text.optional(),
  title: Text.optional(),
  image_description: z
    .object({ title: Text.optional(), description: Text.optional(), keywords: Words.optional() })
    .optional(),
});

export type Metadata = z.infer<typeof Product>;

const isCharacter = (category: string | undefined) =>
  category !== undefined && /^characters?$/i.test(category);

function fromDescribed({ image_description: image, title, ...rest }: z.infer<typeof Described>): Metadata {
  return {
    ...rest,
    title: title ?? image?.title,
    description: image?.description,
    keywords: image?.keywords,
    type: isCharacter(rest.category) ? 1 : 0,
  };
}

/** Reads a metadata file of either shape. Throws an Error whose message says what to correct. */
export function parseMetadata(fileName: string, text: string): Metadata {
  const json: unknown = JSON.parse(text);
  const parsed =
    fileName === 'product.json'
      ? Product.safeParse(json, { error: describeIssue })
      : Described.transform(fromDescribed).safeParse(json, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
}
