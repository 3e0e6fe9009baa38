import { Vector2 } from 'three';

/** A pointer that moves farther than this between press and release turns the model. */
const still = 4;

/** Tells where a view is clicked, from -1 to 1 across and upwards, until the returned function is called. */
export function followClicks(canvas: HTMLCanvasElement, onClick: (at: Vector2) => void): () => void {
  let pressed: Vector2 | null = null;
  const press = ({ clientX, clientY, button }: PointerEvent) => {
    pressed = button === 0 ? new Vector2(clientX, clientY) : null;
  };
  const release = ({ clientX, clientY }: PointerEvent) => {
    const isClick = pressed !== null && pressed.distanceTo(new Vector2(clientX, clientY)) <= still;
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
