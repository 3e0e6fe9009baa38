const align = (bytes: Buffer, filler: string) =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);

function toChunk(type: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bytes.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

// One turn and back within two seconds.
const times = new Float32Array([0, 1, 2]);
const turns = new Float32Array([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1]);

/** The same GLB with an animation that turns its first node about the vertical axis. */
export function animateGlb(glb: Uint8Array): Buffer {
  const whole = Buffer.from(glb);
  const jsonBytes = whole.readUInt32LE(12);
  const document = JSON.parse(whole.toString('utf8', 20, 20 + jsonBytes));
  const binary = align(whole.subarray(28 + jsonBytes), '\0');
  const { bufferViews, accessors } = document;
  const add = (values: Float32Array, type: string, byteOffset: number) => {
    bufferViews.push({ buffer: 0, byteOffset, byteLength: values.byteLength });
    const range = type === 'SCALAR' ? { min: [0], max: [2] } : {};
    const bufferView = bufferViews.length - 1;
    return accessors.push({ bufferView, componentType: 5126, count: times.length, type, ...range }) - 1;
  };
  const input = add(times, 'SCALAR', binary.length);
  const output = add(turns, 'VEC4', binary.length + times.byteLength);
  document.animations = [
    {
      channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
      samplers: [{ input, output, interpolation: 'LINEAR' }],
    },
  ];
  const body = Buffer.concat([binary, Buffer.from(times.buffer), Buffer.from(turns.buffer)]);
  document.buffers[0].byteLength = body.length;
  const json = toChunk('JSON', align(Buffer.from(JSON.stringify(document)), ' '));
  const head = Buffer.from(whole.subarray(0, 12));
  const chunks = [json, toChunk('BIN\0', body)];
  head.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([head, ...chunks]);
}
