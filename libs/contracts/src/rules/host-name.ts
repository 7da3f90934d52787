/** Maximum length that leaves room for the name of the TXT record. */
export const MAX_HOST = 240
const CHALLENGE = '_daymark'

/** Name of the TXT record of a host. */
export const challengeName = (host: string): string => `${CHALLENGE}.${host}`

const FORBIDDEN = /[\s/:@?#%\\[\]]/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const NUMBER = /^(\d+|0x[0-9a-f]*)$/

/**
 * Normalizes a host name: lower case, punycode, no final dot. Returns undefined if it is invalid: an IP address, a name with port or path, a
 * single label, or too long.
 */
export function hostName(typed: string): string | undefined {
  const text = typed.trim().replace(/[.。]$/, '')
  if (text.length === 0 || text.length > MAX_HOST || FORBIDDEN.test(text)) return undefined
  if (!URL.canParse(`http://${text}`)) return undefined
  const { hostname } = new URL(`http://${text}`)
  const labels = hostname.split('.')
  const isName = labels.length > 1 && labels.every(label => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '')
  return isName && hostname.length <= MAX_HOST ? hostname : undefined
}

/** Whether `host` is `below` or one of its subdomains. */
export const isWithin = (host: string, below: string): boolean => host === below || host.endsWith(`.${below}`)
