/** Some exporters wrote numbers as their country does: 0,588235. */
const withDecimalPoints = (text: string) =>
  /<unit[^>]*meter="\d+,\d+"/.test(text) ? text.replace(/(\d),(\d{6})(?!\d)/g, '$1.$2') : text;

const attributeOf = (tag: string, name: string) =>
  Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/** One list of corners with the size of each polygon, in place of a list for each polygon, of which loaders read one. */
function toPolylist(block: string): string {
  const inputs = block.match(/<input\b[^>]*>/g) ?? [];
  const stride = Math.max(0, ...inputs.map((input) => attributeOf(input, 'offset'))) + 1;
  const polygons = [...block.matchAll(/<p\b[^>]*>([^<]*)<\/p>/g)].map(([, corners = '']) =>
    corners.trim().split(/\s+/),
  );
  const sizes = polygons.map(({ length }) => Math.floor(length / stride));
  const material = /<polygons\b[^>]*?(\bmaterial="[^"]*")/.exec(block)?.[1] ?? '';
  return [
    `<polylist ${material} count="${polygons.length}">`,
    ...inputs.map((input) => (input.endsWith('/>') ? input : `${input}</input>`)),
    `<vcount>${sizes.join(' ')}</vcount><p>${polygons.map((corners) => corners.join(' ')).join(' ')}</p>`,
    '</polylist>',
  ].join('');
}

/** A COLLADA document as loaders understand it. */
export const mendCollada = (text: string): string =>
  withDecimalPoints(text).replace(/<polygons\b[^>]*>[\s\S]*?<\/polygons>/g, toPolylist);
