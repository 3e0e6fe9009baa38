import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { mapUv, place } from '../geometry/place.ts';
import { createRandom } from '../geometry/random.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel, Painter, Part } from '../model.ts';
import { mixColours, shade, toColour } from '../textures/colour.ts';
import { createNoise } from '../textures/noise.ts';
import { paintEven, paintWood } from '../textures/surfaces.ts';

const SPINES = ['#7a2230', '#1f3a56', '#2f4f3a', '#b5862e', '#4b3a5a', '#9a5b2c', '#b8a98a', '#2b2b2e'].map(
  toColour,
);

export const bookshelf: DemoModel = {
  slug: 'bookshelf',
  title: 'Bookshelf with Books',
  description:
    'A four-shelf bookcase of 80 by 135 cm, filled with cloth-bound books of different heights, some leaning. Every book has rounded boards, a spine with gilt bands and a block of pages. The books share one texture with eight bindings, so recolouring is quick.',
  category: 'Furniture',
  subcategory: 'Storage',
  tags: ['bookshelf', 'books', 'library', 'wood', 'interior', 'study', 'shelf', 'reading'],
  keywords: ['bookcase', 'literature', 'office', 'living room', 'cabinet', 'novel'],
  priceUsd: 2,
  updatedAt: '2025-02-13T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'pine',
      paint: paintWood({ light: '#b98a57', dark: '#7d542c', seed: 31 }),
      metallic: 0,
      roughness: 0.6,
    },
    { name: 'bindings', paint: paintSpines(), metallic: 0, roughness: 0.7, pixels: 512 },
    {
      name: 'pages',
      paint: paintEven({ light: '#efe6d0', dark: '#d8c9a6', seed: 33 }),
      metallic: 0,
      roughness: 0.95,
    },
  ],
  shape: (detail) => {
    const books = listBooks();
    return [
      carcass(detail),
      part({ name: 'bindings', material: 'bindings', pieces: books.map((book) => binding(book, detail)) }),
      part({
        name: 'pages',
        material: 'pages',
        pieces: detail < 0.4 ? [] : books.map((book) => pages(book)),
      }),
    ];
  },
};

/** Eight bindings side by side, with gilt bands near head and foot. */
function paintSpines(): Painter {
  const noise = createNoise(32);
  const gilt = toColour('#d9b25a');
  return (u, v) => {
    const index = Math.min(7, Math.floor(u * 8));
    const cloth = shade(SPINES[index] ?? gilt, 0.86 + 0.28 * noise(u, v, 128, 128));
    const bands = [0.1, 0.13, 0.3, 0.7, 0.87, 0.9].some((at) => Math.abs(v - at) < 0.007);
    const title = v > 0.74 && v < 0.82 && Math.abs(((u * 8) % 1) - 0.5) < 0.3 && noise(u, v, 90, 64) > 0.42;
    return mixColours(cloth, gilt, bands || title ? 0.85 : 0);
  };
}

function carcass(detail: number): Part {
  const bevel = refine(detail, 1.3, 0);
  const board = (size: Vec3, move: Vec3): Piece =>
    place(roundedBox({ size, radius: 0.003, bevel, tile: 1.1, shift: move[1] * 0.7 + move[0] }), { move });
  const shelves = [0.09, 0.4, 0.71, 1.02].map((y) => board([0.76, 0.022, 0.27], [0, y, 0.005]));
  return part({
    name: 'carcass',
    material: 'pine',
    pieces: [
      board([0.024, 1.33, 0.29], [-0.39, 0.665, 0]),
      board([0.024, 1.33, 0.29], [0.39, 0.665, 0]),
      board([0.84, 0.028, 0.31], [0, 1.336, 0.004]),
      board([0.76, 0.08, 0.02], [0, 0.04, 0.125]),
      board([0.76, 1.27, 0.008], [0, 0.69, -0.14]),
      ...shelves,
    ],
  });
}

type Book = {
  readonly at: Vec3;
  readonly size: Vec3;
  readonly tilt: number;
  readonly binding: number;
};

function listBooks(): readonly Book[] {
  const random = createRandom(3);
  return [0.101, 0.411, 0.721, 1.031].flatMap((y, shelf) => {
    const books: Book[] = [];
    let x = -0.37;
    const end = [0.3, 0.37, 0.22, 0.36][shelf] ?? 0.3;
    while (x < end) {
      const thick = mix(0.03, 0.068, random());
      const tall = mix(0.19, 0.27, random());
      const deep = mix(0.15, 0.19, random());
      const isLast = x + thick + 0.05 > end;
      const tilt = isLast ? 9 : 0;
      const lean = isLast ? Math.sin((tilt * Math.PI) / 180) * tall : 0;
      if (x + thick + lean > 0.375) break;
      const at: Vec3 = [x + thick / 2 + lean, y, 0.1 - deep / 2 + 0.02 * random()];
      books.push({ at, size: [thick, tall, deep], tilt, binding: Math.floor(random() * 8) });
      x += thick + lean + 0.0015;
    }
    return books;
  });
}

function stand(book: Book, piece: Piece): Piece {
  return place(place(piece, { turn: [0, 0, book.tilt] }), { move: book.at });
}

/** Boards and rounded spine; far away one block stands for both. */
function binding(book: Book, detail: number): Piece {
  const [thick, tall, deep] = book.size;
  const bevel = refine(detail, 0.5, 0);
  const toAtlas = (piece: Piece): Piece =>
    mapUv(piece, ([u, v]) => [(book.binding + 0.5 + Math.max(-0.45, Math.min(0.45, u - 0.5))) / 8, v]);
  if (detail < 0.5) {
    const block = roundedBox({ size: [thick, tall, deep - 0.006], bevel: 0 });
    return stand(book, toAtlas(place(block, { move: [0, tall / 2, 0.003] })));
  }
  const board = roundedBox({ size: [0.0035, tall, deep], radius: 0.0012, bevel });
  const cuts = refine(detail, 12, 2);
  const spine = roundedBox({ size: [thick, tall, 0.004], radius: 0.0015, bevel, cuts: [cuts, 1, 1] });
  const round = warp(spine, ([x, y, z]) => [
    x,
    y,
    z + 0.012 * (1 - ((2 * x) / thick) ** 2) * Math.min(1, thick / 0.05),
  ]);
  const parts = [
    place(board, { move: [-thick / 2 + 0.00175, tall / 2, 0] }),
    place(board, { move: [thick / 2 - 0.00175, tall / 2, 0] }),
    place(round, { move: [0, tall / 2, deep / 2] }),
  ];
  return stand(book, toAtlas(joinPieces(parts)));
}

function pages(book: Book): Piece {
  const [thick, tall, deep] = book.size;
  const block = roundedBox({ size: [thick - 0.007, tall - 0.008, deep - 0.004], bevel: 0, tile: 0.2 });
  return stand(book, place(block, { move: [0, tall / 2, -0.001] }));
}
