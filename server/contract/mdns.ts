/**
 * The service that servers announce and the app browses for: `_lodestock._tcp`, with the address in the TXT record
 * `url`.
 */
export const mdnsService = 'lodestock';
