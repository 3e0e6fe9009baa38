const advice: ReadonlyMap<string, string> = new Map([
  ['unreadable', 'Let the server read it, or mend the share; it is read again by itself.'],
  ['link', 'Put the file itself in place of the link.'],
  ['name', 'Rename it; names that some systems cannot keep are not published.'],
  ['broken', 'Export the file again, then put it in place of this one.'],
  ['metadata', 'Correct the file that describes the model.'],
  ['missing', 'Put the file back, or remove the reference to it.'],
  ['duplicate', 'Give one of the two models a guid of its own.'],
  ['empty', 'Put files into the folder, or remove it.'],
  ['poster', 'Make the poster again, or put a picture of your own beside the model.'],
  ['host', 'Start the file host, or correct its address in LODESTOCK_HOSTS.'],
  ['host-history', 'Look at how the file host was restored; its models are read anew.'],
  ['host-model', 'Mend the model on its file host; it is asked for again.'],
]);

/** What a person does about a problem of this kind. */
export function adviseOn(kind: string): string {
  return advice.get(kind) ?? 'Read the reason, mend the file, and it is read again by itself.';
}
