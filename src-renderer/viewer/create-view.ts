import { Color, Vector2, type Vector3, type WebGLRenderer } from 'three';
import type { Stage } from '../studio/stage.ts';
import { createCameraControls } from './camera-controls.ts';
import { findInCells, listCells } from './cells.ts';
import { createExhibit, type Exhibit } from './exhibit.ts';
import { followSize, keepWhole } from './follow-size.ts';
import { createFrameLoop } from './frame-loop.ts';
import { type Look, plainLook } from './look.ts';
import { createOverlays, personHeight } from './overlays.ts';
import type { ReadModel } from './reading/read-model.ts';
import type { ShownModel, Viewer, ViewerOptions } from './viewer.ts';

/** In px. A pointer that moves farther between press and release turns the model. */
const mostDrift = 4;

/** Reports clicks in a view, from -1 to 1 to the right and up, until the returned function is called. */
function followClicks(canvas: HTMLCanvasElement, onClick: (at: Vector2) => void): () => void {
  let pressed: Vector2 | null = null;
  const press = ({ clientX, clientY, button }: PointerEvent) => {
    pressed = button === 0 ? new Vector2(clientX, clientY) : null;
  };
  const release = ({ clientX, clientY }: PointerEvent) => {
    const isClick = pressed !== null && pressed.distanceTo(new Vector2(clientX, clientY)) <= mostDrift;
    pressed = null;
    if (!isClick) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    onClick(new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2));
  };
  canvas.addEventListener('pointerdown', press);
  canvas.addEventListener('pointerup', release);
  return () => {
    canvas.removeEventListener('pointerdown', press);
    canvas.removeEventListener('pointerup', release);
  };
}

type Options = Pick<ViewerOptions, 'host' | 'isStill' | 'place' | 'onMeasure'> & {
  readonly renderer: WebGLRenderer;
  /** Released with the view. */
  readonly stage: Stage;
  readonly shown: ReadModel;
};

export type View = Omit<Viewer, 'shown' | 'show' | 'showBeside'> & {
  readonly shown: ShownModel;
  readonly replace: (shown: ReadModel) => ShownModel;
  readonly add: (shown: ReadModel, at: number) => ShownModel;
};

/** The height of a model, two units in size, with its parts moved apart. */
const explodedHeight = 3.6;

const takePng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser gave no picture')))),
  );

/** Shows one or several models in an element, at its size; renders only after changes. */
export function createView({ renderer, stage, shown, host, isStill, place, onMeasure }: Options): View {
  const { camera } = shown.frame;
  const { fov } = camera;
  const canvas = renderer.domElement;
  const overlays = createOverlays();
  let exhibit = createExhibit(renderer, stage, shown);
  /** All visible exhibits, in order, including the first. */
  let all: readonly Exhibit[] = [exhibit];
  let size = { width: 1, height: 1 };
  let look: Look = plainLook;
  let points: readonly Vector3[] = [];
  let clip = 0;
  let isPlaying = false;

  const listShownCells = () => listCells(all.length, size);
  const fitView = (width: number, height: number) => {
    size = { width, height };
    const [cell] = listShownCells();
    if (!cell) return;
    keepWhole(camera, cell.width / cell.height, fov);
    stage.fitShadow(Math.max(cell.width, cell.height) * renderer.getPixelRatio());
  };
  const drawNow = () => {
    const cells = listShownCells();
    renderer.setScissorTest(cells.length > 1);
    for (const [index, one] of all.entries()) {
      const { x, y, width, height } = cells[index] ?? { x: 0, y: 0, ...size };
      renderer.setViewport(x, y, width, height);
      renderer.setScissor(x, y, width, height);
      stage.swap(one.model);
      stage.aim({ camera, box: one.box });
      stage.ground.visible = look.ground === 'paper' && camera.position.y > one.box.min.y;
      one.shading.draw(camera);
      overlays.draw(renderer, camera);
    }
    stage.swap(exhibit.model);
  };
  const draw = (seconds: number) => {
    controls.update();
    const isMoving = all.map((one) => one.player.step(seconds)).includes(true);
    if (isMoving) stage.updateShadow(exhibit.box);
    drawNow();
    return isMoving;
  };
  const scheduler = {
    request: (run: (now: number) => void) => requestAnimationFrame(run),
    cancel: (handle: number) => cancelAnimationFrame(handle),
  };
  const loop = createFrameLoop(draw, scheduler);
  const controls = createCameraControls({ frame: shown.frame, canvas, isStill, place, onChange: loop.ask });
  host.append(canvas);
  const unfollow = followSize({ host, renderer, fitView, draw: () => void draw(0) });

  const setPoints = (next: readonly Vector3[]) => {
    points = next;
    overlays.setPoints(points, exhibit.scale);
    const [first, second] = points;
    onMeasure(first && second ? first.distanceTo(second) / exhibit.scale.perUnit : null);
  };
  const addPoint = (at: { readonly x: number; readonly y: number }) => {
    if (!look.isMeasuring) return;
    const { index, x, y } = findInCells(at, listShownCells());
    const point = all[index]?.findPoint({ x, y }, camera);
    if (!point) return;
    setPoints(points.length === 1 ? [...points, point] : [point]);
    loop.ask();
  };
  const unfollowClicks = followClicks(canvas, addPoint);
  const applyLook = () => {
    const { box, scale } = exhibit;
    stage.setLight(look.light);
    stage.scene.background =
      look.ground === 'page' ? new Color(getComputedStyle(host).backgroundColor) : stage.backdrop;
    for (const one of all) {
      one.shading.setLook(look);
      if (one.explosion.set(look.isExploded) && one === exhibit) stage.updateShadow(box);
    }
    overlays.setLook(look, box, scale);
    if (!look.isMeasuring && points.length > 0) setPoints([]);
  };
  /** Replaces the visible exhibits, and releases the others. */
  const setAll = (next: readonly Exhibit[]) => {
    for (const one of all) if (!next.includes(one)) one.release();
    all = next;
    controls.setZoomToPointer(all.length === 1);
    fitView(size.width, size.height);
    setPoints([]);
    applyLook();
    loop.ask();
  };

  const thenDraw =
    <Value>(change: (value: Value) => void) =>
    (value: Value) => {
      change(value);
      loop.ask();
    };
  return {
    shown: exhibit.facts,
    replace(next) {
      exhibit = createExhibit(renderer, stage, next, camera);
      clip = 0;
      isPlaying = false;
      setAll([exhibit]);
      return exhibit.facts;
    },
    add(next, at) {
      const added = createExhibit(renderer, stage, next, camera);
      stage.place(exhibit.model, { camera, box: exhibit.box });
      setAll(all.toSpliced(at, 0, added));
      // Restarts all of them, so that they move in sync.
      for (const one of all) one.player.choose(clip);
      added.player.setPlaying(isPlaying);
      return added.facts;
    },
    showAlone: () => setAll([exhibit]),
    perform: thenDraw((command) =>
      command.kind === 'point' ? addPoint({ x: 0, y: 0 }) : controls.perform(command),
    ),
    setLook: thenDraw((next: Look) => {
      const { hasPerson: hadPerson, isExploded: wasExploded } = look;
      look = next;
      applyLook();
      if (look.hasPerson && !hadPerson) controls.makeRoom(personHeight * exhibit.scale.perUnit);
      if (look.isExploded === wasExploded) return;
      // Otherwise measured points would float in the air.
      setPoints([]);
      if (look.isExploded) controls.makeRoom(explodedHeight);
    }),
    setPlaying: thenDraw((next: boolean) => {
      isPlaying = next;
      for (const one of all) one.player.setPlaying(isPlaying);
    }),
    chooseClip: thenDraw((index: number) => {
      clip = index;
      for (const one of all) one.player.choose(index);
      stage.updateShadow(exhibit.box);
    }),
    takePicture() {
      drawNow();
      return takePng(canvas);
    },
    readPlace: controls.readPlace,
    readSide: controls.readSide,
    close() {
      loop.stop();
      unfollow();
      unfollowClicks();
      controls.release();
      overlays.release();
      for (const one of all) one.release();
      stage.release();
    },
  };
}
