/** The service that servers announce and the app looks for: `_lodestock._tcp`, with the address in the TXT record `url`. */
export const mdnsService = 'lodestock';
