import { type Color, MeshPhongMaterial, MeshStandardMaterial, Texture } from 'three';
import { expect, test } from 'vitest';
import { missingPicture } from '../../../src-renderer/studio/missing-picture.ts';
import { clayColour, toStudioMaterial } from '../../../src-renderer/studio/studio-materials.ts';

/** As a loader leaves it when the picture is not there. */
const lost = () => new Texture({ src: missingPicture, width: 1, height: 1 } as HTMLImageElement);
const found = () => new Texture({ src: 'wood.png', width: 64, height: 64 } as HTMLImageElement);

const read = (material: MeshPhongMaterial | MeshStandardMaterial) => {
  const drawn = toStudioMaterial(material) as MeshStandardMaterial & { readonly color: Color };
  return { colour: drawn.color.getHex(), hasMap: drawn.map !== null };
};

test('a white surface whose picture is lost is drawn in clay, not as white', () => {
  expect(read(new MeshPhongMaterial({ color: 0xffffff, map: lost() }))).toEqual({
    colour: clayColour,
    hasMap: false,
  });
  expect(read(new MeshStandardMaterial({ color: 0xcccccc, map: lost() }))).toEqual({
    colour: clayColour,
    hasMap: false,
  });
});

test('a surface keeps its colour where it has one, or its picture is there', () => {
  expect(read(new MeshPhongMaterial({ color: 0x802020, map: lost() })).colour).toBe(0x802020);
  expect(read(new MeshPhongMaterial({ color: 0xffffff, map: found() }))).toEqual({
    colour: 0xffffff,
    hasMap: true,
  });
  expect(read(new MeshPhongMaterial({ color: 0xffffff, normalMap: lost() })).colour).toBe(0xffffff);
});
