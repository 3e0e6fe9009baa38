import { withPoints } from './mend-text.ts';

const numbers =
  /<(?:float_array|float|matrix|translate|rotate|scale|lookat|color)\b[^>]*>[^<]*|\bmeter="[^"]*"/g;
const isListed = /,[^\s,]+,/;

/** Some exporters wrote numbers in their local format: 0,588235. */
const withDecimalPoints = (text: string) =>
  text.replace(numbers, (list) => (list.includes(',') && !isListed.test(list) ? withPoints(list) : list));

const attributeOf = (tag: string, name: string) =>
  Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

function readPrimitives(block: string) {
  const inputs = block.match(/<input\b[^>]*>/g) ?? [];
  return {
    inputs: inputs.map((input) => (input.endsWith('/>') ? input : `${input}</input>`)),
    /** Numbers per corner. */
    stride: Math.max(0, ...inputs.map((input) => attributeOf(input, 'offset'))) + 1,
    lists: [...block.matchAll(/<p\b[^>]*>([^<]*)<\/p>/g)].map(([, numbers = '']) =>
      numbers.trim().split(/\s+/),
    ),
    material: /^<\w+\b[^>]*?(\bmaterial="[^"]*")/.exec(block)?.[1] ?? '',
  };
}

/** Merges a list per polygon, of which loaders only read the first, into one list with the size of each polygon. */
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

/** Splits strips and fans into triangles. */
function toTriangles(block: string): string {
  const { inputs, stride, lists, material } = readPrimitives(block);
  const isFan = block.startsWith('<trifans');
  const triangles = lists.flatMap((numbers) => {
    const corners = Array.from({ length: Math.floor(numbers.length / stride) }, (_, at) =>
      numbers.slice(at * stride, (at + 1) * stride).join(' '),
    );
    return corners.slice(2).map((corner, index) => {
      const [first, second] = [corners[isFan ? 0 : index], corners[index + 1]];
      // Every second triangle of a strip has the opposite winding.
      return (isFan || index % 2 === 0 ? [first, second, corner] : [second, first, corner]).join(' ');
    });
  });
  return [
    `<triangles ${material} count="${triangles.length}">`,
    ...inputs,
    `<p>${triangles.join(' ')}</p></triangles>`,
  ].join('');
}

/** Makes a document without a scene show its first visual scene, or else every mesh. */
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

/** Adds a missing asset element, as loaders read unit and up axis without checking for it; its defaults are theirs. */
const withAsset = (text: string) =>
  /<asset\b/.test(text) ? text : text.replace(/(<COLLADA\b[^>]*>)/, '$1<asset/>');

/** Repairs a COLLADA document for loaders. */
export const mendCollada = (text: string): string =>
  withAsset(withScene(withDecimalPoints(text.replace(/^\uFEFF/, ''))))
    .replace(/<polygons\b[^>]*>[\s\S]*?<\/polygons>/g, toPolylist)
    .replace(/<(trifans|tristrips)\b[^>]*>[\s\S]*?<\/\1>/g, toTriangles);
