import type { AppError } from '../../server/contract/errors.ts';
import type { PosterView } from '../../server/contract/posters.ts';
import type { Look, SurfaceName } from './look.ts';
import type { Progress } from './reading/fetch-model-file.ts';
import type { Sibling } from './reading/find-sibling.ts';
import type { ViewCommand } from './view-command.ts';

/** A model file and what belongs to it. */
export type ModelSource = {
  readonly address: string;
  readonly format: string;
  readonly relativePath: string;
  readonly siblings: readonly Sibling[];
};

/** A part of a model, and its nesting depth. */
export type PartFacts = { readonly name: string; readonly depth: number; readonly triangles: number };

/** Facts about a shown model. */
export type ShownModel = {
  readonly triangles: number;
  /** Null if the file does not define it. */
  readonly vertices: number | null;
  /** Names of its animations. */
  readonly clips: readonly string[];
  /** The pictures of its materials, and surfaces derived from its shape. */
  readonly surfaces: readonly SurfaceName[];
  /** Their names, which can be empty. */
  readonly materials: readonly string[];
  /** As many as a list can show. */
  readonly parts: readonly PartFacts[];
  /** Width, height and depth: in metres if the file defines its unit, else in that unit. */
  readonly size: readonly [number, number, number];
  readonly isMetric: boolean;
  /** True if it has parts that can be moved apart. */
  readonly canExplode: boolean;
};

export type ShowOptions = {
  readonly source: ModelSource;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

/** A model that can be turned. */
export type Viewer = {
  readonly shown: ShownModel;
  /** Replaces the model with another file, seen from the same side. Throws like opening, and then keeps the model. */
  readonly show: (options: ShowOptions) => Promise<ShownModel>;
  /** Shows another file next to the model, from the same side, at an index among those shown. Throws as `show` does. */
  readonly showBeside: (options: ShowOptions & { readonly at: number }) => Promise<ShownModel>;
  /** Returns to a single model. */
  readonly showAlone: () => void;
  readonly perform: (command: ViewCommand) => void;
  readonly setLook: (look: Look) => void;
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly chooseClip: (index: number) => void;
  /** Returns the view as a PNG. */
  readonly takePicture: () => Promise<Blob>;
  /** Returns the camera position as a text for links. */
  readonly readPlace: () => string;
  /** Returns the side in the form that posters use. */
  readonly readSide: () => PosterView;
  /** Removes the view and releases what it holds. */
  readonly close: () => void;
};

export type ViewerOptions = ShowOptions & {
  /** Filled by the view. */
  readonly host: HTMLElement;
  /** Set for users who prefer reduced motion. */
  readonly isStill: boolean;
  /** The camera position; the default if absent or invalid. */
  readonly place?: string | undefined;
  /** Called with the distance between two selected points; null if there are none. */
  readonly onMeasure: (metres: number | null) => void;
  /** Called when the graphics context is lost and the view is closed. */
  readonly onLost: (error: AppError) => void;
};

/** Throws AppError with a next step, or the signal's reason. */
export type OpenViewer = (options: ViewerOptions) => Promise<Viewer>;
