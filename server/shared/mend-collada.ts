import { withPoints } from './mend-text.ts';

const numbers =
  /<(?:float_array|float|matrix|translate|rotate|scale|lookat|color)\b[^>]*>[^<]*|\bmeter="[^"]*"/g;
const isListed = /,[^\s,]+,/;

/** Some exporters wrote numbers as their country does: 0,588235. */
const withDecimalPoints = (text: string) =>
  text.replace(numbers, (list) => (list.includes(',') && !isListed.test(list) ? withPoints(list) : list));

const attributeOf = (tag: string, name: string) =>
  Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/** What a list of primitives consists of. */
function readPrimitives(block: string) {
  const inputs = block.match(/<input\b[^>]*>/g) ?? [];
  return {
    inputs: inputs.map((input) => (input.endsWith('/>') ? input : `${input}</input>`)),
    /** Numbers of each corner. */
    stride: Math.max(0, ...inputs.map((input) => attributeOf(input, 'offset'))) + 1,
    lists: [...block.matchAll(/<p\b[^>]*>([^<]*)<\/p>/g)].map(([, numbers = '']) =>
      numbers.trim().split(/\s+/),
    ),
    material: /^<\w+\b[^>]*?(\bmaterial="[^"]*")/.exec(block)?.[1] ?? '',
  };
}

/** One list of corners with the size of each polygon, in place of a list for each polygon, of which loaders read one. */
function toPolylist(block: string): string {
  const { inputs, stride, lists, material } = readPrimitives(block);
  const sizes = lists.map(({ length }) => Math.floor(length / stride));
  return [
    `<polylist ${material} count="${lists.length}">`,
    ...inputs,
    `<vcount>${sizes.join(' ')}</vcount><p>${lists.map((numbers) => numbers.join(' ')).join(' ')}</p>`,
    '</polylist>',
  ].join('');
}

/** Each strip or fan as the triangles that it draws. */
function toTriangles(block: string): string {
  const { inputs, stride, lists, material } = readPrimitives(block);
  const isFan = block.startsWith('<trifans');
  const triangles = lists.flatMap((numbers) => {
    const corners = Array.from({ length: Math.floor(numbers.length / stride) }, (_, at) =>
      numbers.slice(at * stride, (at + 1) * stride).join(' '),
    );
    return corners.slice(2).map((corner, index) => {
      const [first, second] = [corners[isFan ? 0 : index], corners[index + 1]];
      // Every second triangle of a strip turns the other way.
      return (isFan || index % 2 === 0 ? [first, second, corner] : [second, first, corner]).join(' ');
    });
  });
  return [
    `<triangles ${material} count="${triangles.length}">`,
    ...inputs,
    `<p>${triangles.join(' ')}</p></triangles>`,
  ].join('');
}

/** A document without a scene shows its first one, else each of its meshes. */
function withScene(text: string): string {
  if (/<scene\b/.test(text)) return text;
  const known = /<visual_scene\b[^>]*?\bid="([^"]*)"/.exec(text)?.[1];
  const meshes = [...text.matchAll(/<geometry\b[^>]*?\bid="([^"]*)"/g)].map(
    ([, id]) => `<node><instance_geometry url="#${id}"/></node>`,
  );
  const made = `<library_visual_scenes><visual_scene id="whole">${meshes.join('')}</visual_scene></library_visual_scenes>`;
  const scene = `<scene><instance_visual_scene url="#${known ?? 'whole'}"/></scene>`;
  return text.replace(/<\/COLLADA>/, () => `${known === undefined ? made : ''}${scene}</COLLADA>`);
}

/** Loaders read unit and up axis without asking whether there is an asset; its defaults are theirs. */
const withAsset = (text: string) =>
  /<asset\b/.test(text) ? text : text.replace(/(<COLLADA\b[^>]*>)/, '$1<asset/>');

/** A COLLADA document as loaders understand it. */
export const mendCollada = (text: string): string =>
  withAsset(withScene(withDecimalPoints(text.replace(/^\uFEFF/, ''))))
    .replace(/<polygons\b[^>]*>[\s\S]*?<\/polygons>/g, toPolylist)
    .replace(/<(trifans|tristrips)\b[^>]*>[\s\S]*?<\/\1>/g, toTriangles);
