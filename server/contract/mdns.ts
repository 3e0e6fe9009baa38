/** The service that servers announce and the app finds: `_lodestock._tcp`, with the address in the TXT record `url`. */
export const mdnsService = 'lodestock';
