/** A mesh of so many triangles; partly on one line, as some write it. */
export const usdMesh = (name: string, triangles: number, more = '') =>
  `def Mesh "${name}" { int[] faceVertexCounts = [${Array(triangles).fill(3)}]
  int[] faceVertexIndices = [${Array(triangles).fill('0, 1, 2')}]
  point3f[] points = [(0, 0, 0), (2, 0, 0), (0, 1, 0)] ${more} }\n`;

export const usdLayer = (body: string, facts = 'defaultPrim = "A"') =>
  Buffer.from(`#usda 1.0\n(${facts})\n${body}`);

/** An asset as studios lay it out: its file, a payload, and layers of its look and its shape. */
export const usdAsset = (name: string, triangles: number): Readonly<Record<string, Buffer>> => ({
  [`${name}.usda`]: usdLayer(`def "A" ( prepend payload = @./${name}_payload.usda@ ) {}`),
  [`${name}_payload.usda`]: usdLayer(
    '',
    `defaultPrim = "A" subLayers = [@./${name}_look.usda@, @./${name}_geom.usda@]`,
  ),
  [`${name}_look.usda`]: usdLayer(`over "A" { def Material "M" { } } # ${name}`),
  [`${name}_geom.usda`]: usdLayer(`def Xform "A" { ${usdMesh('m', triangles)} }`),
});
