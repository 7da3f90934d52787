import { errors } from '@daymark/contracts'

/** The canonical name of a time zone. */
export function validTimeZone(name: string | null): string | null {
  return (
    name && canonical('time zone', () => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  )
}
export function isTimeZone(name: string): boolean {
  try {
    return validTimeZone(name) !== null
  } catch {
    return false
  }
}
/** A language tag, such as en-GB. */
export function validLanguage(tag: string | null): string | null {
  return tag && canonical('language', () => Intl.getCanonicalLocales(tag)[0] ?? tag)
}

function canonical(field: string, read: () => string): string {
  try {
    return read()
  } catch {
    throw errors.INVALID_INPUT({ reason: `Unknown ${field}.` })
  }
}
