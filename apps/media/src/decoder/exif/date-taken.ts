import { type Tags, textOf } from './tags.ts'

const FORM = /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*(Z|[+-]\d{2}:\d{2})?)?/
export const OFFSET = /^(Z|[+-]\d{2}:\d{2})$/

/** The camera's clock as it stood, with a zone only if the file names one (rule 17; exiftool-vendored would invent one). */
export function dateTaken(tags: Tags): string | undefined {
  const candidates: [date: unknown, offset: unknown][] = [
    [tags.DateTimeOriginal, tags.OffsetTimeOriginal],
    [tags.CreateDate, tags.OffsetTimeDigitized],
    [tags.DateTimeDigitized, tags.OffsetTimeDigitized],
    [tags.DateTimeCreated, undefined],
    [tags.DateCreated, undefined],
  ]
  for (const [date, offset] of candidates) {
    const found = localTime(textOf(date) ?? '', textOf(offset) ?? '')
    if (found) return found
  }
  return undefined
}

function localTime(text: string, offset: string): string | undefined {
  const found = dateParts(text)
  return found && found.local + (found.zone ?? (OFFSET.test(offset) ? offset : ''))
}

/** `second`: up to nine digits of it. */
export function dateParts(
  text: string,
): { local: string; second: string | undefined; zone: string | undefined } | undefined {
  const match = FORM.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', seconds = '00', digits, zone] = match
  const local = `${year}-${month}-${day}T${hour}:${minute}:${seconds}`
  const time = new Date(`${local}Z`)
  // Catches 0000:00:00 and 31 February, which Date would turn into something else.
  if (Number.isNaN(time.getTime()) || year === '0000' || time.toISOString().slice(0, 19) !== local) return undefined
  return { local, second: digits?.slice(0, 9), zone }
}

/** For sorting: a camera time without a zone counts as UTC. */
export function takenAt(date: string | undefined): string | null {
  if (date === undefined) return null
  const time = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(date) ? date : `${date}Z`)
  // an offset may lead out of the years that have four digits: neither bus nor database keeps those
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? time.toISOString() : null
}
