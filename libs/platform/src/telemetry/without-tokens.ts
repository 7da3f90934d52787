/** Share tokens travel in addresses; an error that quotes one must not put it into a log. */
export const withoutTokens = (text: string): string =>
  text
    .replace(/([?&](?:token|grant)=)[^&\s"']+/g, '$1[redacted]')
    .replace(/(\/share\/|\/public\/)[A-Za-z0-9_-]{16,}/g, '$1[redacted]')
