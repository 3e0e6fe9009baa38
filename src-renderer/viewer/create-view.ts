import { Color, Vector2, type Vector3, type WebGLRenderer } from 'three';
import type { Stage } from '../studio/stage.ts';
import { createCameraControls } from './camera-controls.ts';
import { createExhibit } from './exhibit.ts';
import { followClicks } from './follow-clicks.ts';
import { followSize } from './follow-size.ts';
import { createFrameLoop } from './frame-loop.ts';
import { type Look, plainLook } from './look.ts';
import { createOverlays, personHeight } from './overlays.ts';
import type { ReadModel } from './reading/read-model.ts';
import type { ShownModel, Viewer, ViewerOptions } from './viewer.ts';

type Options = Pick<ViewerOptions, 'host' | 'isStill' | 'place' | 'onMeasure'> & {
  readonly renderer: WebGLRenderer;
  /** Released with the view. */
  readonly stage: Stage;
  readonly shown: ReadModel;
};

export type View = Omit<Viewer, 'shown' | 'show'> & {
  readonly shown: ShownModel;
  readonly replace: (shown: ReadModel) => ShownModel;
};

/** Parts of a model, which is two units large, reach so far when they are away from each other. */
const explodedHeight = 3.6;

const takePng = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser gave no picture')))),
  );

/** Shows a model in an element, which has the view's size; draws only what changes. */
export function createView({ renderer, stage, shown, host, isStill, place, onMeasure }: Options): View {
  const { camera } = shown.frame;
  const canvas = renderer.domElement;
  const overlays = createOverlays();
  let exhibit = createExhibit(renderer, stage, shown);
  let look: Look = plainLook;
  let points: readonly Vector3[] = [];

  const drawNow = () => {
    const { box } = exhibit;
    stage.aim({ camera, box });
    stage.ground.visible = look.ground === 'paper' && camera.position.y > box.min.y;
    exhibit.shading.draw(camera);
    overlays.draw(renderer, camera);
  };
  const draw = (seconds: number) => {
    controls.update();
    const isMoving = exhibit.player.step(seconds);
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
  const unfollow = followSize({ host, renderer, camera, draw: () => void draw(0) });

  const setPoints = (next: readonly Vector3[]) => {
    points = next;
    overlays.setPoints(points, exhibit.scale);
    const [first, second] = points;
    onMeasure(first && second ? first.distanceTo(second) / exhibit.scale.perUnit : null);
  };
  const addPoint = (at: Vector2) => {
    if (!look.isMeasuring) return;
    const point = exhibit.findPoint(at, camera);
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
    exhibit.shading.setLook(look);
    if (exhibit.explosion.set(look.isExploded)) stage.updateShadow(box);
    overlays.setLook(look, box, scale);
    if (!look.isMeasuring && points.length > 0) setPoints([]);
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
      exhibit.release();
      exhibit = createExhibit(renderer, stage, next, camera);
      setPoints([]);
      applyLook();
      loop.ask();
      return exhibit.facts;
    },
    perform: thenDraw((command) =>
      command.kind === 'point' ? addPoint(new Vector2()) : controls.perform(command),
    ),
    setLook: thenDraw((next: Look) => {
      const { hasPerson: hadPerson, isExploded: wasExploded } = look;
      look = next;
      applyLook();
      if (look.hasPerson && !hadPerson) controls.makeRoom(personHeight * exhibit.scale.perUnit);
      if (look.isExploded === wasExploded) return;
      // Else the points of a length would hang in the air.
      setPoints([]);
      if (look.isExploded) controls.makeRoom(explodedHeight);
    }),
    setPlaying: thenDraw((isPlaying: boolean) => exhibit.player.setPlaying(isPlaying)),
    chooseClip: thenDraw((index: number) => {
      exhibit.player.choose(index);
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
      exhibit.release();
      stage.release();
    },
  };
}
