import type { CaptureFacts } from '../../shared/messages.ts'
import { dateParts, OFFSET } from './date-taken.ts'
import { type Tags, textOf } from './tags.ts'

/** By EXIF, XMP and maker notes. */
export function captureFacts(tags: Tags): CaptureFacts {
  const { local, second, offset } = clockOf(tags) ?? {}
  const time = local === undefined ? undefined : local + (second ? `.${second}` : '')
  const gpsOffset = offset === undefined && local !== undefined ? offsetByGps(local, tags) : undefined
  const facts = { time, offset, gpsOffset, serial: serialOf(tags) }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

type Clock = { local: string; second: string | undefined; offset: string | undefined }
/** The same candidates as `dateTaken`, each with what stands beside it. */
function clockOf(tags: Tags): Clock | undefined {
  const candidates: [date: unknown, second: unknown, offsets: unknown[]][] = [
    [
      tags.DateTimeOriginal,
      tags.SubSecTimeOriginal,
      [tags.OffsetTimeOriginal, tags.OffsetTimeDigitized, unchanged(tags)],
    ],
    [tags.CreateDate, tags.SubSecTimeDigitized, [tags.OffsetTimeDigitized]],
    [tags.DateTimeDigitized, tags.SubSecTimeDigitized, [tags.OffsetTimeDigitized]],
    [tags.DateTimeCreated, undefined, []],
    [tags.DateCreated, undefined, []],
  ]
  for (const [date, second, offsets] of candidates) {
    const found = dateParts(textOf(date) ?? '')
    if (!found) continue
    const beside = offsets.map(offset => textOf(offset) ?? '').find(offset => OFFSET.test(offset))
    return {
      local: found.local,
      second: found.second ?? /^\d{1,9}/.exec(textOf(second) ?? '')?.[0],
      offset: (found.zone ?? beside)?.replace('Z', '+00:00'),
    }
  }
  return undefined
}

/** This one is of the last change, which programs make far from where the photo was taken: it counts where there was none. */
const unchanged = ({ ModifyDate, DateTimeOriginal, OffsetTime }: Tags): unknown =>
  textOf(ModifyDate) === textOf(DateTimeOriginal) ? OffsetTime : undefined

const [MINUTE, QUARTER, STALE] = [60_000, 15 * 60_000, 5 * 60_000]
const [WEST, EAST] = [-12 * 60 * MINUTE, 14 * 60 * MINUTE]

/** Satellites tell UTC, and zones are whole quarters of an hour; a fix that is minutes old says nothing. */
function offsetByGps(local: string, tags: Tags): string | undefined {
  const difference = Date.parse(`${local}Z`) - momentOfGps(tags)
  const rounded = Math.round(difference / QUARTER) * QUARTER
  const isKnown = Math.abs(difference - rounded) <= STALE && rounded >= WEST && rounded <= EAST
  return isKnown ? written(rounded / MINUTE) : undefined
}

function momentOfGps({ GPSDateStamp, GPSTimeStamp }: Tags): number {
  const day = dateParts(textOf(GPSDateStamp) ?? '')
  const parts = Array.isArray(GPSTimeStamp) ? GPSTimeStamp : (textOf(GPSTimeStamp) ?? '').split(':')
  const [hours, minutes, seconds] = parts.map(Number)
  const time = Number(hours) * 60 * MINUTE + Number(minutes) * MINUTE + Number(seconds) * 1000
  return Date.parse(`${day?.local}Z`) + time
}

function written(minutes: number): string {
  const east = Math.abs(minutes)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`
}

/** Of the body, never of a lens. Cameras that keep it to themselves write zeros. */
function serialOf(tags: Tags): string | undefined {
  const { SerialNumber, CameraSerialNumber, InternalSerialNumber } = tags
  const serials = [SerialNumber, CameraSerialNumber, InternalSerialNumber].map(textOf)
  return serials.find(text => text !== undefined && /[1-9a-z]/i.test(text) && !/^(unknown|none|n\/a)\b/i.test(text))
}
