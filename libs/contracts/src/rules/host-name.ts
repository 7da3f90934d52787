/** The longest that still leaves room for the record that proves it. */
export const MAX_HOST = 240
const CHALLENGE = '_daymark'

/** Where the TXT record of a host stands. */
export const challengeName = (host: string): string => `${CHALLENGE}.${host}`

const FORBIDDEN = /[\s/:@?#%\\[\]]/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const NUMBER = /^(\d+|0x[0-9a-f]*)$/

/**
 * A host name as DNS has it: small letters, what is not ASCII in punycode, no dot at its end. Undefined for what is none: an address,
 * one with a port or a path, one label alone, one that is too long.
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

/** `below`: the host itself, or one of its subdomains. */
export const isWithin = (host: string, below: string): boolean => host === below || host.endsWith(`.${below}`)
