import { http } from '@daymark/contracts'
import { createIsbotFromList, isbotPatterns, list } from 'isbot'

type EventData = Record<string, unknown> | undefined
const MAX_DATA_BYTES = 1000
const MAX_PHOTOS = 100_000
const MAX_SECONDS = 86_400

/**
 * Serializes the data of an event from a visitor's page (S-TRK-02). Null if it is empty, too large, or contains NUL, which PostgreSQL
 * cannot store.
 */
export function serializeEventData(data: EventData): string | null {
  if (!data || Object.keys(data).length === 0) return null
  const json = JSON.stringify(data)
  return Buffer.byteLength(json) > MAX_DATA_BYTES || json.includes('\\u0000') ? null : json
}

/** S-TRK-02: returns the type and the number of photos of a download. Undefined for an unknown type. */
export function parseDownload(data: EventData): { type: http.DownloadType; photos: number } | undefined {
  const type = http.DOWNLOAD_TYPES.find(candidate => candidate === data?.['type'])
  return type && { type, photos: Math.max(clampInteger(data?.['count'], MAX_PHOTOS), 1) }
}

/** S-TRK-08: returns the seconds for which the page was open, as the page reports them when it is closed. 0 without a valid duration. */
export const readReportedSeconds = (data: EventData): number =>
  clampInteger(data?.['duration_seconds'] ?? data?.['duration'], MAX_SECONDS)

const clampInteger = (value: unknown, max: number): number =>
  typeof value === 'number' && value > 0 ? Math.round(Math.min(value, max)) : 0

/**
 * User agents of HTTP libraries and headless browsers, which count as visitors. Only user agents that identify themselves as robots are
 * excluded.
 */
const ALLOWED_AGENTS = [
  'node',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.32.3',
  'okhttp/4.12.0',
  'axios/1',
  'HeadlessChrome/140.0.0.0 Safari/537.36',
]
const allowedPatterns = new Set(ALLOWED_AGENTS.flatMap(agent => isbotPatterns(agent)))
/** Link preview robots that the package `isbot` recognizes only by patterns that also match HTTP libraries and are therefore not used. */
const PREVIEW_ROBOTS = ['embedly', 'iframely', 'vkshare']

const isKnownRobot = createIsbotFromList([...list.filter(pattern => !allowedPatterns.has(pattern)), ...PREVIEW_ROBOTS])

/** Returns true if the user agent identifies itself as a search engine, link preview or monitor. */
export const isRobot = (userAgent: string | undefined): boolean => isKnownRobot((userAgent ?? '').slice(0, 1000))
