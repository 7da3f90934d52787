/** A word of an address (shorter than a token), or an id. Anything else may be the token of a link, however it and what is before it are spelled. */
const HARMLESS = /^(?:v1|[A-Za-z.-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** What follows is a token or the readable address of a link, unless it is too short for either (a size). */
const BEFORE_LINK = /^(?:share|public)$/i

/** An address as it may be logged: of each part only what cannot be a secret. */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map((part, i, parts) => (HARMLESS.test(part) && !isLink(part, parts[i - 1]) ? part : '[…]'))
    .join('/')

const isLink = (part: string, before = ''): boolean => part.length > 2 && BEFORE_LINK.test(before)
