import type { CaptureData } from '../../shared/messages.ts'
import { readCameraClock, readGpsTimestamp } from './dates/date-taken.ts'
import { formatOffset } from './dates/date-text.ts'
import { type Tags, toText } from './tags.ts'

/** Reads the capture time and the serial number of the camera from EXIF, XMP and maker notes. */
export function readCaptureData(tags: Tags): CaptureData {
  const { local, secondFraction, offset } = readCameraClock(tags) ?? {}
  const time = local === undefined ? undefined : local + (secondFraction ? `.${secondFraction}` : '')
  const gpsOffset = offset === undefined && local !== undefined ? computeGpsOffset(local, tags) : undefined
  const captureData = { time, offset, gpsOffset, serial: readSerialNumber(tags) }
  return Object.fromEntries(Object.entries(captureData).filter(([, value]) => value !== undefined))
}

const [MINUTE_MS, QUARTER_HOUR_MS, MAX_GPS_DEVIATION_MS] = [60_000, 15 * 60_000, 5 * 60_000]

/**
 * Computes the UTC offset of the camera's clock from the GPS time, which is UTC. Returns undefined if the difference is not close to a
 * multiple of 15 minutes, as offsets are; the GPS fix may be several minutes old.
 */
function computeGpsOffset(local: string, tags: Tags): string | undefined {
  const difference = Date.parse(`${local}Z`) - readGpsTimestamp(tags)
  const rounded = Math.round(difference / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return Math.abs(difference - rounded) <= MAX_GPS_DEVIATION_MS ? formatOffset(rounded / MINUTE_MS) : undefined
}

/** Returns the serial number of the camera body, not of a lens. Ignores zeros, because some cameras write zeros instead of their number. */
function readSerialNumber(tags: Tags): string | undefined {
  const { SerialNumber, CameraSerialNumber, InternalSerialNumber } = tags
  const serials = [SerialNumber, CameraSerialNumber, InternalSerialNumber].map(toText)
  return serials.find(text => text !== undefined && /[1-9a-z]/i.test(text) && !/^(unknown|none|n\/a)\b/i.test(text))
}
