import type { http } from '@daymark/contracts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2024' or '2024-05' as text. */
export function periodName(period: string) {
  if (period.length === 4) return period
  return monthName.format(new Date(`${period}-01T00:00:00Z`))
}

/** The first and last day of '2024' or '2024-05'. */
export function daysOf(period: string) {
  const [year = '', month] = period.split('-')
  const last = new Date(Date.UTC(2000, 0, 1))
  // Also for years before 100, which Date.UTC maps to the 20th century.
  last.setUTCFullYear(Number(year), month ? Number(month) : 12, 0)
  return { date_from: month ? `${period}-01` : `${year}-01-01`, date_to: last.toISOString().slice(0, 10) }
}

/** The period that starts and ends on two days, if there is one. */
export function periodOf(from: string | undefined, to: string | undefined) {
  if (!from || !to) return null
  const candidates = [from.slice(0, 4), from.slice(0, 7)]
  return (
    candidates.find(period => {
      const days = daysOf(period)
      return days.date_from === from && days.date_to === to
    }) ?? null
  )
}

/** Newest first, each with its months. */
export function yearsOf({ years, months }: Pick<http.ImageFacets, 'years' | 'months'>) {
  return years.map(year => ({ ...year, months: months.filter(({ value }) => value.startsWith(`${year.value}-`)) }))
}
