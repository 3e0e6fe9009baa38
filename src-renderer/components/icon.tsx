import {
  Box,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CloudOff,
  Contrast,
  Copy,
  Download,
  ExternalLink,
  Folder,
  FolderOpen,
  HardDrive,
  Image,
  Info,
  LayoutGrid,
  ListFilter,
  Lock,
  Maximize,
  Pause,
  Play,
  Plug,
  RotateCw,
  Search,
  SlidersHorizontal,
  Square,
  TriangleAlert,
  User,
  X,
} from 'lucide-react';

/** By what they stand for here, so that a look can change in one place. */
const icons = {
  alert: TriangleAlert,
  back: ChevronLeft,
  browse: LayoutGrid,
  check: Check,
  close: X,
  contrast: Contrast,
  copy: Copy,
  cube: Box,
  disk: HardDrive,
  down: ChevronDown,
  downloads: Download,
  filter: ListFilter,
  folder: FolderOpen,
  fullScreen: Maximize,
  info: Info,
  library: Folder,
  link: ExternalLink,
  lock: Lock,
  next: ChevronRight,
  offline: CloudOff,
  pause: Pause,
  picture: Image,
  play: Play,
  plugins: Plug,
  retry: RotateCw,
  search: Search,
  settings: SlidersHorizontal,
  square: Square,
  up: ChevronUp,
  user: User,
} as const;

export type IconName = keyof typeof icons;

/** Decoration: the words beside it, or the button's label, say what it means. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  const Drawing = icons[name];
  return <Drawing size={size} aria-hidden="true" focusable="false" />;
}
