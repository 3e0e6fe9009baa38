import type { sentences as english } from '../en/sentences.ts';
import type { Translated } from '../translated.ts';

/** What the server says, as it says it. */
export const sentences: Translated<typeof english> = {
  indexing: 'Der Suchindex wird aufgebaut: {{percent}} % fertig.',
  welcomeCredit: 'Startguthaben',
  wrongPassword: 'E-Mail-Adresse oder Passwort ist falsch. Beides prüfen und erneut versuchen.',
};
