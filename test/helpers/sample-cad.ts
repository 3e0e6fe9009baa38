const corners = [0, 2].flatMap((x) => [0, 3].flatMap((y) => [0, 1].map((z) => [x, y, z] as const)));
/** The corners of each side, and the directions of its normal and of its first axis. */
const sides = [
  [0, 1, 3, 2, [-1, 0, 0], [0, 1, 0]],
  [4, 6, 7, 5, [1, 0, 0], [0, 1, 0]],
  [0, 4, 5, 1, [0, -1, 0], [1, 0, 0]],
  [2, 3, 7, 6, [0, 1, 0], [1, 0, 0]],
  [0, 2, 6, 4, [0, 0, -1], [1, 0, 0]],
  [1, 5, 7, 3, [0, 0, 1], [1, 0, 0]],
] as const;
const reals = (values: readonly number[]) => `(${values.map((value) => value.toFixed(1)).join()})`;

/** A STEP file with a box. */
export function sampleStep(): string {
  const lines: string[] = [];
  const add = (text: string) => `#${lines.push(`#${lines.length + 1}=${text};`)}`;
  const points = corners.map((corner) => add(`CARTESIAN_POINT('',${reals(corner)})`));
  const faces = sides.map(([a, b, c, d, normal, across]) => {
    const axes = [normal, across].map((direction) => add(`DIRECTION('',${reals(direction)})`));
    const plane = add(`PLANE('',${add(`AXIS2_PLACEMENT_3D('',${points[a]},${axes.join()})`)})`);
    const loop = add(`POLY_LOOP('',(${[a, b, c, d].map((corner) => points[corner]).join()}))`);
    return add(`FACE_SURFACE('',(${add(`FACE_OUTER_BOUND('',${loop},.T.)`)}),${plane},.T.)`);
  });
  const solid = add(`FACETED_BREP('',${add(`CLOSED_SHELL('',(${faces.join()}))`)})`);
  const units = [
    add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))'),
    add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))'),
    add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())'),
  ];
  const space = add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((${units.join()}))REPRESENTATION_CONTEXT('',''))`,
  );
  const shape = add(`FACETED_BREP_SHAPE_REPRESENTATION('',(${solid}),${space})`);
  const application = add("APPLICATION_CONTEXT('mechanical design')");
  const product = add(`PRODUCT('box','box','',(${add(`PRODUCT_CONTEXT('',${application},'mechanical')`)}))`);
  const version = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`);
  const stage = add(`PRODUCT_DEFINITION_CONTEXT('',${application},'design')`);
  const definition = add(`PRODUCT_DEFINITION('','',${version},${stage})`);
  add(`SHAPE_DEFINITION_REPRESENTATION(${add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)},${shape})`);
  const head =
    "FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('CONFIG_CONTROL_DESIGN'));";
  return `ISO-10303-21;\nHEADER;${head}ENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}

/** An IGES file with a face between two lines. */
export function sampleIges(): string {
  const toCard = (section: string) => (text: string, index: number) =>
    `${text.padEnd(72)}${section}${String(index + 1).padStart(7)}`;
  const entities = ['110,0.,0.,0.,2.,0.,0.;', '110,0.,3.,1.,2.,3.,1.;', '118,1,3,0,0;'];
  const directory = entities.flatMap((text, index) => {
    const type = text.slice(0, 3);
    const status = type === '110' ? '00010000' : '00000000';
    const fields = [type, index + 1, 0, 0, 0, 0, 0, 0, status];
    const more = [type, 0, 0, 1, 0, '', '', '', 0];
    return [fields, more].map((row) => row.map((field) => String(field).padStart(8)).join(''));
  });
  const toParameter = (text: string, index: number) =>
    `${text.padEnd(64)}${String(index * 2 + 1).padStart(8)}P${String(index + 1).padStart(7)}`;
  const global =
    '1H,,1H;,3Hbox,7Hbox.igs,3Hbox,3Hbox,32,38,6,308,15,3Hbox,1.,2,2HMM,1,1.,15H20260101.000000,1E-6,3.,,,11,0;';
  const globals = global.match(/.{1,72}/g) ?? [];
  const end = `S${'1'.padStart(7)}G${String(globals.length).padStart(7)}D${String(directory.length).padStart(7)}P${String(entities.length).padStart(7)}`;
  return [
    toCard('S')('a face', 0),
    ...globals.map(toCard('G')),
    ...directory.map(toCard('D')),
    ...entities.map(toParameter),
    toCard('T')(end, 0),
    '',
  ].join('\n');
}

function chunk(id: number, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(id);
  head.writeUInt32LE(6 + parts.reduce((sum, { length }) => sum + length, 0), 2);
  return Buffer.concat([head, ...parts]);
}
const words = (values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);

/** A 3DS file with a green box. */
export function sample3ds(): Buffer {
  const places = Buffer.from(Float32Array.from(corners.flat()).buffer);
  const faces = sides.flatMap(([a, b, c, d]) => [a, b, c, 6, a, c, d, 6]);
  const name = Buffer.from('green\0');
  const material = chunk(
    0xafff,
    chunk(0xa000, name),
    chunk(0xa020, chunk(0x0011, Buffer.from([20, 200, 30]))),
  );
  const owned = Array.from({ length: sides.length * 2 }, (_, face) => face);
  const mesh = chunk(
    0x4100,
    chunk(0x4110, words([corners.length]), places),
    chunk(0x4120, words([owned.length]), words(faces), chunk(0x4130, name, words([owned.length, ...owned]))),
  );
  const scene = chunk(0x3d3d, material, chunk(0x4000, Buffer.from('box\0'), mesh));
  return chunk(0x4d4d, chunk(0x0002, Buffer.from([3, 0, 0, 0])), scene);
}

/** A VRML file with a red box. */
export const sampleVrml = `#VRML V2.0 utf8
Shape {
  appearance Appearance { material Material { diffuseColor 0.9 0.1 0.1 } }
  geometry Box { size 2 3 1 }
}
`;
