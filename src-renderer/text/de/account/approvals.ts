import type { approvals as english } from '../../en/account/approvals.ts';
import type { Translated } from '../../translated.ts';

/** Charges that agents request. */
export const approvals: Translated<typeof english> = {
  approve: '{{price}} genehmigen',
  deny: 'Ablehnen',
  facts: {
    apiKey: 'API-Schlüssel',
    file: 'Datei',
    fileWithFormat: '{{path}} ({{format}}, {{lod}})',
    licence: 'Lizenz',
    noTarget: 'Vom Agenten nicht angegeben',
    size: 'Größe',
    sizeOfFiles_one: '{{count, number}} Datei, {{size}}',
    sizeOfFiles_other: '{{count, number}} Dateien, {{size}}',
    target: 'Verwendet für',
    expires: 'Läuft ab',
  },
  notice: 'Ein Agent mit dem Schlüssel „{{key}}“ möchte {{price}} für „{{title}}“ ausgeben.',
  noticeAndMore_one:
    'Ein Agent mit dem Schlüssel „{{key}}“ möchte {{price}} für „{{title}}“ ausgeben. {{count, number}} weitere Anfrage wartet.',
  noticeAndMore_other:
    'Ein Agent mit dem Schlüssel „{{key}}“ möchte {{price}} für „{{title}}“ ausgeben. {{count, number}} weitere Anfragen warten.',
  question:
    'Ein Agent möchte <model/> freischalten. Die Genehmigung gilt einmal, für diese Datei und zu diesem Preis.',
  review: 'Ansehen',
  reviewInBrowser: 'Im Browser ansehen',
  title: '{{price}} ausgeben?',
};
