import { libraryNotes } from '../en/library-notes.ts';
import { model } from '../en/model.ts';
import { preview } from '../en/preview.ts';
import { addTexts } from '../text.ts';

addTexts({ library: { notes: libraryNotes }, model, preview });
