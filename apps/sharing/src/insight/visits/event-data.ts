import { http } from '@daymark/contracts'

type Data = Record<string, unknown> | undefined
const MAX_BYTES = 1000
const MAX_PHOTOS = 100_000
const MAX_SECONDS = 86_400

/** What a visitor's page said about an event, if it is small enough to keep (S-TRK-02). Postgres cannot keep a NUL. */
export function keptData(data: Data): string | null {
  if (!data || Object.keys(data).length === 0) return null
  const json = JSON.stringify(data)
  return Buffer.byteLength(json) > MAX_BYTES || json.includes('\\u0000') ? null : json
}

/** S-TRK-02: what a download was of, and of how many photos. Nothing of a kind that there is not. */
export function downloadOf(data: Data): { type: http.DownloadType; photos: number } | undefined {
  const type = http.DOWNLOAD_TYPES.find(known => known === data?.['type'])
  return type && { type, photos: Math.max(wholeOf(data?.['count'], MAX_PHOTOS), 1) }
}

/** S-TRK-08: how long the page was looked at, as it says when it is left. */
export const secondsOf = (data: Data): number => wholeOf(data?.['duration_seconds'] ?? data?.['duration'], MAX_SECONDS)

const wholeOf = (value: unknown, most: number): number =>
  typeof value === 'number' && value > 0 ? Math.round(Math.min(value, most)) : 0
