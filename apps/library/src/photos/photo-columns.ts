import type { Photo } from './photo.entity.ts'

/** Lists read plain rows, because creating a thousand entities takes longer than the rest of the request. */
export type PhotoRow<K extends keyof Photo> = Pick<Photo, K>

const BIG = new Set(['size', 'crc32'])
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** `created_at AS "createdAt"` …; the names are properties of the entity, never input. */
export const columnsOf = (names: readonly (keyof Photo)[]): string =>
  names.map(name => `p.${snake(name)}${BIG.has(name) ? '::float8' : ''} AS "${name}"`).join(', ')

/** The camera's local time with its zone, if the file has one: 2025-05-09T11:38:44+02:00. */
const TAKEN = `p.exif ->> 'dateTaken'`
const BODY = `coalesce(p.exif ->> 'make', '') || E'\\n' || coalesce(p.exif ->> 'model', '')`

/**
 * SQL: capture time and camera of a photo `p`. For photos that an earlier release processed, it is derived from EXIF: without
 * fractions of a second, and with the camera id that media gives to a make and model without a serial number
 * (apps/media/src/service/variants/photo-facts.ts).
 */
export const CAPTURE = `coalesce(p.capture, jsonb_strip_nulls(jsonb_build_object(
  'time', left(${TAKEN}, 19),
  'offset', replace(nullif(substr(${TAKEN}, 20), ''), 'Z', '+00:00'),
  'camera', CASE WHEN ${BODY} <> E'\\n' THEN left(encode(sha256(convert_to(${BODY}, 'UTF8')), 'hex'), 16) END)))`

/** SQL: the same time in the form of `taken_at`, to the millisecond; null where the file has no time. */
export const CLOCK = `date_trunc('milliseconds', ((${CAPTURE} ->> 'time') || 'Z')::timestamptz)`
