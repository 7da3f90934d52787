/** The camera's clock with its zone, if it had one: 2025-05-09T11:38:44+02:00. */
const TAKEN = `p.exif ->> 'dateTaken'`
const BODY = `coalesce(p.exif ->> 'make', '') || E'\\n' || coalesce(p.exif ->> 'model', '')`

/**
 * SQL: what the file of a photo `p` says of moment and camera. Of one that media read before it told this, as much as its EXIF
 * holds: no parts of seconds, and the camera by make and model, named as media names a camera without a serial number
 * (apps/media/src/service/variants/capture-of.ts).
 */
export const CAPTURE = `coalesce(p.capture, jsonb_strip_nulls(jsonb_build_object(
  'time', left(${TAKEN}, 19),
  'offset', replace(nullif(substr(${TAKEN}, 20), ''), 'Z', '+00:00'),
  'camera', CASE WHEN ${BODY} <> E'\\n' THEN left(encode(sha256(convert_to(${BODY}, 'UTF8')), 'hex'), 16) END)))`

/** SQL: the same clock as `taken_at` has it, which JavaScript writes to the millisecond; null where the file says no time. */
export const CLOCK = `date_trunc('milliseconds', ((${CAPTURE} ->> 'time') || 'Z')::timestamptz)`
