/** A word of an address (shorter than a token), or an id. Anything else may be the token of a link, however it and what is before it are spelled. */
const HARMLESS = /^(?:[A-Za-z.-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** An address as it may be logged: of each part only what cannot be a secret. */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map(part => (HARMLESS.test(part) ? part : '[…]'))
    .join('/')
