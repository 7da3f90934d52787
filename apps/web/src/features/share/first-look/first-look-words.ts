import type { http } from '@daymark/contracts'
import { dateFormat } from '../../../lib/format/dates.ts'

const day = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayOfYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'More photos are coming by Friday, 4 December.'; a past day is omitted. `today`: such as 2031-05-01. */
export function firstLookWords({ expected }: http.FirstLookSettings, today: string): string {
  if (expected === null) return 'More photos are coming.'
  if (expected < today) return 'More photos are coming soon.'
  const inWords = expected.slice(0, 4) === today.slice(0, 4) ? day : dayOfYear
  return `More photos are coming by ${inWords(new Date(`${expected}T00:00:00Z`))}.`
}
