import { admin } from '../en/admin/admin.ts';
import { addTexts } from '../text.ts';

addTexts({ admin });
