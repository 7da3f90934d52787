import type { CaptureFacts } from '../../shared/messages.ts'
import { clockOf, momentOfGps } from './dates/date-taken.ts'
import { offsetOf } from './dates/date-text.ts'
import { type Tags, textOf } from './tags.ts'

/** Reads the capture time and the serial number of the camera from EXIF, XMP and maker notes. */
export function captureFacts(tags: Tags): CaptureFacts {
  const { local, second, offset } = clockOf(tags) ?? {}
  const time = local === undefined ? undefined : local + (second ? `.${second}` : '')
  const gpsOffset = offset === undefined && local !== undefined ? offsetByGps(local, tags) : undefined
  const facts = { time, offset, gpsOffset, serial: serialOf(tags) }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

const [MINUTE, QUARTER, STALE] = [60_000, 15 * 60_000, 5 * 60_000]

/**
 * Computes the UTC offset of the camera's clock from the GPS time, which is UTC. Offsets are multiples of 15 minutes. Returns undefined if
 * the difference is not close to such a multiple, for example because the GPS fix is several minutes old.
 */
function offsetByGps(local: string, tags: Tags): string | undefined {
  const difference = Date.parse(`${local}Z`) - momentOfGps(tags)
  const rounded = Math.round(difference / QUARTER) * QUARTER
  return Math.abs(difference - rounded) <= STALE ? offsetOf(rounded / MINUTE) : undefined
}

/** Returns the serial number of the camera body, never of a lens. Cameras that do not disclose it write zeros. */
function serialOf(tags: Tags): string | undefined {
  const { SerialNumber, CameraSerialNumber, InternalSerialNumber } = tags
  const serials = [SerialNumber, CameraSerialNumber, InternalSerialNumber].map(textOf)
  return serials.find(text => text !== undefined && /[1-9a-z]/i.test(text) && !/^(unknown|none|n\/a)\b/i.test(text))
}
