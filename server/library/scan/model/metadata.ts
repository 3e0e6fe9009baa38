import { productName } from './list-model.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCharacter = (category: unknown) => typeof category === 'string' && /^characters?$/i.test(category);

/** Converts `{guid}_metadata.json`, the public service's format, to product.json. It has no price or licence. */
function fromService(json: Fields): Fields {
  const { animated, rigged, category, subcategory } = json;
  const image = isFields(json.image_description) ? json.image_description : {};
  const given = {
    ...{ animated, rigged, category, subcategory },
    title: json.title ?? image.title,
    description: image.description,
    keywords: image.keywords,
    type: isCharacter(category) ? 1 : 0,
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Parses a metadata file in either format into its fields. Throws an Error whose message completes a sentence. */
export function parseMetadata(fileName: string, text: string): Fields {
  const json = parseJson(text);
  if (!isFields(json)) throw new Error('it must be an object with fields, such as {"title": "Oak table"}');
  return fileName === productName ? json : fromService(json);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`it is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
