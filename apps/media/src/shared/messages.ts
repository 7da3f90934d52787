import type { Exif, ImageType, PlacementSettings, ScaledSize, Size, VariantSize } from '@daymark/contracts'
import type { RenditionName } from './sizes.ts'

/** Paths of optional programs. Null for a missing program. */
export type Tools = {
  /** The Perl executable that runs ExifTool. */
  perl: string | null
  dcraw: string | null
  prlimit: string | null
}

/** Settings of a decoding process, passed as JSON on its command line. `parentPid`: process id of the service. */
export type ChildSettings = { parentPid: number; tools: Tools; memoryLimitBytes: number }

/** Job: processes an original and writes its variants to `folder`. */
export type PhotoJob = { kind?: undefined; path: string; type: ImageType; folder: string }
/**
 * Job: renders a link card as `card.jpg` from a variant. `x` and `y` are its focal point in percent; `mark` is the watermark,
 * if any.
 */
export type CardJob = {
  kind: 'card'
  path: string
  folder: string
  x: number
  y: number
  maxBytes: number
  mark?: PlacedLogo
}
/** Job: converts an uploaded watermark image or studio logo to a PNG with transparency, at most `longEdge` pixels long. */
export type LogoJob = {
  kind: 'logo'
  path: string
  type: ImageType
  folder: string
  maxPixels: number
  longEdge: number
}
type Logo = Size & { path: string; id: string }
/** A logo, with its position, size and opacity on a picture. */
export type PlacedLogo = { logo: Logo; placing: PlacementSettings }
/** Job: renders a picture with a watermark as a JPEG. */
export type WatermarkJob = {
  kind: 'mark'
  path: string
  type: ImageType
  folder: string
  logo: Logo
  placing: PlacementSettings
  /** Size of the upright photo, which determines the position of the logo. */
  photo: Size
  /** The stored variant to render. If undefined, the photo is rendered in full size and keeps its color profile and copyright. */
  variant?: Size & { name: VariantSize | ScaledSize }
}
/** Job: renders a download size from the large variant, as a JPEG named after the size. */
export type ScaleJob = { kind: 'scale'; path: string; type: ImageType; folder: string; size: ScaledSize }
export type Job = PhotoJob | ScaleJob | LogoJob | WatermarkJob | CardJob

/** A JPEG file that a decoder has written to the folder of the job. `size`: in bytes. */
export type VariantFile = {
  path: string
  width: number
  height: number
  size: number
  sha256: string
  crc32: number
}
export type VariantFiles = Record<VariantSize, VariantFile>
export type OnVariant = (size: RenditionName, file: VariantFile) => void

/** Capture time and serial number of the camera from the metadata of the file (rule 136). The serial number must not leave this service. */
export type CaptureData = { time?: string; offset?: string; gpsOffset?: string; serial?: string }

/** The result of a PhotoJob. */
export type DecodedPhoto = {
  width: number
  height: number
  exif: Exif
  takenAt: string | null
  capture: CaptureData
  creationTool: string | null
  colorProfile?: string | undefined
  placeholder: string
  damage: string | null
  variants: VariantFiles
  /** Patches that remove private data from the original. If null, visitors must not get the original. */
  redaction: Redaction | null
}

/** Patches that turn the original into the file for visitors, and the CRC-32 of that file. */
export type Redaction = { patches: Patch[]; crc32: number }
/** Replaces the bytes at an offset, either by other bytes (base64) or by `length` bytes with this value. */
export type Patch = [offset: number, bytes: string] | [offset: number, length: number, value: number]

export type JobResult =
  | { kind: 'done'; photo: DecodedPhoto }
  /** The job created one file, whose name depends on the kind of the job. */
  | ({ kind: 'made' } & Size)
  /** The file cannot be processed. `reason` is displayed to the owner, `detail` is for the log. */
  | { kind: 'unreadable'; reason: string; detail: string; isTooLarge?: boolean }
  /** The machine lacks disk space, memory or a permission, so a retry may succeed. */
  | { kind: 'fault'; detail: string }

/** Messages of a decoding process to the service. */
export type DecoderMessage =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: JobResult; rssBytes: number }
