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

/** A part of a model, with the number of parts that it is in. */
export type PartFacts = { readonly name: string; readonly depth: number; readonly triangles: number };

/** Facts about a model once it is shown. */
export type ShownModel = {
  readonly triangles: number;
  /** Null where the file does not tell. */
  readonly vertices: number | null;
  /** Names of its animations. */
  readonly clips: readonly string[];
  /** The pictures that its materials have, and what can be made of its shape. */
  readonly surfaces: readonly SurfaceName[];
  /** Their names, which may be empty. */
  readonly materials: readonly string[];
  /** As many as a list can show. */
  readonly parts: readonly PartFacts[];
  /** Width, height and depth: metres where the file says what its unit is, else that unit. */
  readonly size: readonly [number, number, number];
  readonly isMetric: boolean;
  /** Whether it has parts that can be moved away from each other. */
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
  /** Shows another file in place of the model, from the same side. Throws as opening does, and the model stays. */
  readonly show: (options: ShowOptions) => Promise<ShownModel>;
  /** Shows another file next to the model, from the same side, at a place among all that are shown. Throws as `show` does. */
  readonly showBeside: (options: ShowOptions & { readonly at: number }) => Promise<ShownModel>;
  /** Goes back to showing one model. */
  readonly showAlone: () => void;
  readonly perform: (command: ViewCommand) => void;
  readonly setLook: (look: Look) => void;
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly chooseClip: (index: number) => void;
  /** The view as a PNG. */
  readonly takePicture: () => Promise<Blob>;
  /** From where the model is looked at, as a text for links. */
  readonly readPlace: () => string;
  /** The same as a poster is drawn. */
  readonly readSide: () => PosterView;
  /** Takes the view away and gives back what it kept. */
  readonly close: () => void;
};

export type ViewerOptions = ShowOptions & {
  /** Filled by the view. */
  readonly host: HTMLElement;
  /** For people who asked for less motion. */
  readonly isStill: boolean;
  /** From where the model is looked at; the usual side where it is absent or no such text. */
  readonly place?: string | undefined;
  /** Length in words between two points that a person chose; null while there are none. */
  readonly onMeasure: (metres: number | null) => void;
  /** The graphics card was taken away; the view is closed already. */
  readonly onLost: (error: AppError) => void;
};

/** Throws AppError with a next step, or the signal's reason. */
export type OpenViewer = (options: ViewerOptions) => Promise<Viewer>;
