import type { Metadata } from 'sharp'
import { readCameraClock, hasCaptureDate } from '../dates/date-taken.ts'
import { mayHaveValuesBeyondExif } from '../exif-data.ts'
import { type Tags, toText } from '../tags.ts'

/** Tags that most cameras and phones write. */
const COMMON_TAGS = [
  'Make',
  'Model',
  'LensModel',
  'ExposureTime',
  'FNumber',
  'ISO',
  'FocalLength',
  'FocalLengthIn35mmFormat',
] as const

type MetadataBlocks = Pick<Metadata, 'exif' | 'xmp' | 'iptc'>

/**
 * Returns true if ExifTool would find no further values in a JPEG file. Values that EXIF lacks can only be in maker notes, XMP and IPTC,
 * except the 35 mm focal length, which ExifTool computes from the sensor size. A block without a readable date may be damaged and does not
 * count as complete.
 */
export function isExifComplete(tags: Tags, blocks: MetadataBlocks): boolean {
  const { exif, xmp, iptc } = blocks
  if (!exif && !xmp && !iptc) return true
  if (!hasCaptureDate(tags)) return false
  const hasOtherSources = xmp || iptc || tags.makerNote !== undefined
  if (!hasOtherSources) return !lacksFocalLength(tags)
  const hasCommonTags = COMMON_TAGS.every(name => tags[name] !== undefined)
  return hasCommonTags && !lacksSerialNumber(tags) && !lacksTimeZone(tags) && !mayHaveValuesBeyondExif(tags, blocks)
}

const lacksFocalLength = ({ FocalLengthIn35mmFormat, FocalPlaneXResolution }: Tags): boolean =>
  FocalLengthIn35mmFormat === undefined && FocalPlaneXResolution !== undefined

const lacksTimeZone = (tags: Tags): boolean =>
  /^(canon|nikon)/i.test(toText(tags.Make) ?? '') && readCameraClock(tags)?.offset === undefined

/** Makers of cameras that may write the serial number only into maker notes. Phones have no serial number. */
const MAKERS_WITH_SERIAL_NUMBERS =
  /^(canon|nikon|sony|fujifilm|olympus|om digital|panasonic|pentax|ricoh|leica|hasselblad|sigma)/i
const lacksSerialNumber = ({ Make, SerialNumber }: Tags): boolean =>
  SerialNumber === undefined && MAKERS_WITH_SERIAL_NUMBERS.test(toText(Make) ?? '')
