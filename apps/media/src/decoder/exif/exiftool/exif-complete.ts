import type { Metadata } from 'sharp'
import { clockOf, hasShotDate } from '../dates/date-taken.ts'
import { hidesFacts } from '../exif-data.ts'
import { type Tags, textOf } from '../tags.ts'

/** Tags that most cameras and phones write. */
const USUAL_TAGS = [
  'Make',
  'Model',
  'LensModel',
  'ExposureTime',
  'FNumber',
  'ISO',
  'FocalLength',
  'FocalLengthIn35mmFormat',
] as const

type Blocks = Pick<Metadata, 'exif' | 'xmp' | 'iptc'>

/**
 * Whether the EXIF block of a JPEG file has everything that ExifTool would find. Only maker notes, XMP and IPTC can have values that EXIF
 * lacks, except for the 35 mm focal length, which ExifTool also computes from the size of the sensor. A block without a date that can be
 * parsed may be damaged.
 */
export function isExifComplete(tags: Tags, blocks: Blocks): boolean {
  const { exif, xmp, iptc } = blocks
  if (!exif && !xmp && !iptc) return true
  if (!hasShotDate(tags)) return false
  const hasOtherSources = xmp || iptc || tags.makerNote !== undefined
  if (!hasOtherSources) return !hidesFocalLength(tags)
  const isWhole = USUAL_TAGS.every(name => tags[name] !== undefined)
  return isWhole && !hidesSerial(tags) && !hidesZone(tags) && !hidesFacts(tags, blocks)
}

const hidesFocalLength = ({ FocalLengthIn35mmFormat, FocalPlaneXResolution }: Tags): boolean =>
  FocalLengthIn35mmFormat === undefined && FocalPlaneXResolution !== undefined

const hidesZone = (tags: Tags): boolean =>
  /^(canon|nikon)/i.test(textOf(tags.Make) ?? '') && clockOf(tags)?.offset === undefined

/** Older cameras write the serial number of the body only into maker notes; phones have none. */
const MAKERS = /^(canon|nikon|sony|fujifilm|olympus|om digital|panasonic|pentax|ricoh|leica|hasselblad|sigma)/i
const hidesSerial = ({ Make, SerialNumber }: Tags): boolean =>
  SerialNumber === undefined && MAKERS.test(textOf(Make) ?? '')
