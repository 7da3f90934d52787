import { errors, hostName } from '@daymark/contracts'

/** A studio's own site: an address that a visitor may be sent to, as somebody types it. Empty: none. */
export function webAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  const isWeb = parsed && ['https:', 'http:'].includes(parsed.protocol) && !parsed.username && !parsed.password
  if (!isWeb || hostName(parsed.hostname) !== parsed.hostname)
    throw errors.INVALID_INPUT({ reason: 'Enter the address of a website, such as https://www.example.com.' })
  return parsed.href
}
