import { describe, integerOf, textOf, typeName } from './describe.ts';
import type { DotNet } from './dot-net.ts';
import {
  isKind,
  type MaxObject,
  type Member,
  ok,
  ProgrammingError,
  toArray,
  toBuiltin,
  toObject,
  toVariable,
  type Value,
} from './values.ts';

const forms = 'System.Windows.Forms';

/** A property that takes only values of one type, as `typeName` or a .NET object tells it. */
function toProperty(initial: Value, type: string): Member {
  const variable = toVariable(initial);
  return {
    get: variable.get,
    set: (value) => {
      const found = isKind(value, 'net') ? value.type : typeName(value);
      if (found !== type) throw new ProgrammingError(`-- ${describe(value)} is not of ${type}`);
      variable.set?.(value);
    },
  };
}

const depth = `${forms}.ColorDepth`;
const colourDepths = toObject('dotNetClass', {
  Depth8Bit: toObject(depth, {}),
  Depth32Bit: toObject(depth, {}),
});

/** Lists and pictures of Windows Forms, which need a screen; everything that they are given is real. */
export function createForms({ net }: DotNet) {
  /** How much of a picture is drawn, along its middle. */
  const measure = (picture: Value): string => {
    if (!isKind(picture, 'net')) throw new ProgrammingError(`-- ${describe(picture)} is no picture`);
    const [width, height] = ['Width', 'Height'].map((name) => integerOf(net.get(picture, name)));
    const isDrawn = (x: number, y: number) => {
      const colour = net.call({ kind: 'netMethod', target: picture, name: 'GetPixel' }, [x, y]);
      return isKind(colour, 'net') && Number(net.get(colour, 'A')) > 0;
    };
    const count = (size = 0, at: (place: number) => boolean) =>
      Array.from({ length: size }, (_, place) => at(place)).filter(Boolean).length;
    const [x, y] = [Math.floor((width ?? 0) / 2), Math.floor((height ?? 0) / 2)];
    return `${count(width, (place) => isDrawn(place, y))} x ${count(height, (place) => isDrawn(x, place))}`;
  };

  const createImageList = (): MaxObject => {
    const pictures: string[] = [];
    return toObject(`${forms}.ImageList`, {
      ImageSize: toProperty(undefined, 'System.Drawing.Size'),
      ColorDepth: toProperty(undefined, depth),
      Images: toObject('ImageCollection', {
        Count: { get: () => pictures.length },
        Add: toBuiltin('Add', 1, ([picture]) => pictures.push(measure(picture)) > 0 || ok),
        Clear: toBuiltin('Clear', 0, () => {
          pictures.length = 0;
          return ok;
        }),
        shown: { get: () => toArray(pictures) },
      }),
    });
  };

  const createListView = (): MaxObject => {
    let items: MaxObject[] = [];
    const read = (item: MaxObject, name: string) => item.members.get(name)?.get();
    const images = toProperty(undefined, `${forms}.ImageList`);
    const picturesOf = () => {
      const list = images.get();
      const collection = isKind(list, 'object') ? read(list, 'images') : undefined;
      const shown = isKind(collection, 'object') ? read(collection, 'shown') : undefined;
      return isKind(shown, 'array') ? shown.items : [];
    };
    const add = (text: string): MaxObject => {
      const item = toObject(`${forms}.ListViewItem`, {
        Text: text,
        ImageIndex: toProperty(-1, 'Integer'),
        Selected: toProperty(false, 'BooleanClass'),
      });
      items.push(item);
      return item;
    };
    return toObject(`${forms}.ListView`, {
      ...{ Enabled: true, LargeImageList: images },
      ...{ MultiSelect: toProperty(true, 'BooleanClass'), HideSelection: toProperty(true, 'BooleanClass') },
      ...{ BackColor: toProperty(undefined, 'System.Drawing.Color') },
      ...{ ForeColor: toProperty(undefined, 'System.Drawing.Color') },
      Items: toObject('ListViewItemCollection', {
        Add: toBuiltin('Add', 1, ([text]) => add(textOf(text))),
        Clear: toBuiltin('Clear', 0, () => {
          items = [];
          return ok;
        }),
        list: toBuiltin('list', 0, () => toArray(items.map((item) => read(item, 'text')))),
      }),
      // What a person does and sees; no script knows these.
      'a person selects': {
        get: () => items.findIndex((item) => read(item, 'selected') === true) + 1,
        set: (value) => {
          items.forEach((item, index) => {
            item.members.get('selected')?.set?.(index + 1 === value);
          });
        },
      },
      'a person sees': {
        get: () => toArray(items.map((item) => picturesOf()[Number(read(item, 'imageindex'))] ?? '')),
      },
    });
  };

  return {
    findType: (name: string): Value => (name === depth ? colourDepths : undefined),
    create: (name: string): Value => (name === `${forms}.ImageList` ? createImageList() : undefined),
    createControl: (name: string): MaxObject => {
      if (name !== `${forms}.ListView`) throw new ProgrammingError(`-- There is no ${name} here`);
      return createListView();
    },
  };
}
export type Forms = ReturnType<typeof createForms>;
