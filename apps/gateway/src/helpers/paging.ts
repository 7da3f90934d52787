import { errors, LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'

export type Paging = { limit: number; offset: number }

/** rule 5: a limit above the maximum is clamped; what is no whole number of at least 0 is refused. */
export function paging(query: { limit?: string; offset?: string }, fallback = PHOTOS_PAGE_SIZE): Paging {
  return {
    limit: Math.min(count('limit', query.limit, fallback), LIBRARY_FETCH_LIMIT),
    offset: Math.min(count('offset', query.offset, 0), Number.MAX_SAFE_INTEGER),
  }
}

function count(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback
  if (!/^\d+$/.test(value)) throw errors.INVALID_INPUT({ reason: `${name}: a whole number of at least 0 is needed` })
  return Number(value)
}
