/** Null when the text can be a server's address, else what is wrong with it and what to write. */
export function checkServerUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  if (text.trim() === '') return 'Write the address of a Lodestock server, like https://models.example.org.';
  if (url === null || url.host === '')
    return `“${text.trim()}” is not an address. Write it with https:// in front, like https://models.example.org.`;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `“${url.protocol}” addresses do not work here. Use https://, or http:// within your own network.`;
  if (url.username !== '' || url.password !== '')
    return 'Leave name and password out of the address; you sign in afterwards.';
  return null;
}
