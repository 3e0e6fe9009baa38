import { account } from '../en/account/account.ts';
import { access } from '../en/account/account-access.ts';
import { addTexts } from '../text.ts';

addTexts({ access, account });
