/** Maximum length of a host name. The name of its TXT record is longer and must not exceed the 253 characters of DNS. */
export const MAX_HOST_LENGTH = 240
const CHALLENGE_LABEL = '_daymark'

/** Returns the name of the TXT record that verifies a host. */
export const challengeName = (host: string): string => `${CHALLENGE_LABEL}.${host}`

const FORBIDDEN_CHARACTERS = /[\s/:@?#%\\[\]]/
const LABEL_PATTERN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const NUMBER_PATTERN = /^(\d+|0x[0-9a-f]*)$/

/**
 * Normalizes a host name: lower case, punycode, no final dot. Returns undefined for other texts: IP addresses, names with a port or path,
 * single labels and names that are too long.
 */
export function normalizeHostName(input: string): string | undefined {
  const text = input.trim().replace(/[.。]$/, '')
  if (text.length === 0 || text.length > MAX_HOST_LENGTH || FORBIDDEN_CHARACTERS.test(text)) return undefined
  if (!URL.canParse(`http://${text}`)) return undefined
  const { hostname } = new URL(`http://${text}`)
  const labels = hostname.split('.')
  const isName =
    labels.length > 1 && labels.every(label => LABEL_PATTERN.test(label)) && !NUMBER_PATTERN.test(labels.at(-1) ?? '')
  return isName && hostname.length <= MAX_HOST_LENGTH ? hostname : undefined
}

/** Returns whether `host` equals `domain` or is one of its subdomains. */
export const isSameOrSubdomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)
