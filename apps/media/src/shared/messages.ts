import type { Exif, ImageType, PlacementSettings, Size } from '@daymark/contracts'
import type { RenditionName, ScaledSize, VariantSize } from './sizes.ts'

/** Paths of optional programs; null if a program is missing. */
export type Tools = {
  /** The Perl executable that runs ExifTool. */
  perl: string | null
  dcraw: string | null
  prlimit: string | null
}

/** Settings of a decoding process, passed as JSON on its command line. */
export type ChildSettings = { parent: number; tools: Tools; memoryLimit: number }

/** Processes an original. Writes the variants to `folder`. */
export type PhotoJob = { kind?: undefined; path: string; type: ImageType; folder: string }
/** Renders the social card of a link as `card.jpg`: the part of a variant around a center in percent, with `mark` if it is set. */
export type CardJob = {
  kind: 'card'
  path: string
  folder: string
  x: number
  y: number
  maxBytes: number
  mark?: PlacedLogo
}
/** Equal to `CARD` of the contracts, which decoding processes do not load. A test compares them. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
/** Converts an uploaded watermark image or studio logo to a PNG with transparency, at most `longEdge` pixels long. */
export type LogoJob = {
  kind: 'logo'
  path: string
  type: ImageType
  folder: string
  maxPixels: number
  longEdge: number
}
type Logo = Size & { path: string; id: string }
/** A logo with its position, size and opacity on a picture. */
export type PlacedLogo = { logo: Logo; placing: PlacementSettings }
/** Renders a picture with a watermark as a JPEG. */
export type WatermarkJob = {
  kind: 'mark'
  path: string
  type: ImageType
  folder: string
  logo: Logo
  placing: PlacementSettings
  /** Size of the upright photo, which determines the position of the logo. */
  photo: Size
  /** Size of the stored variant. If undefined, the photo is rendered in full size and keeps its color profile and copyright. */
  variant?: Size & { name: VariantSize | ScaledSize }
}
/** Renders a download size from the large variant, as a JPEG with the name of the size. */
export type ScaleJob = { kind: 'scale'; path: string; type: ImageType; folder: string; size: ScaledSize }
export type Job = PhotoJob | ScaleJob | LogoJob | WatermarkJob | CardJob

/** A JPEG file in the folder of its job. */
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

/** Capture time and camera body from the metadata of the file (rule 136). The serial number never leaves the service. */
export type CaptureData = { time?: string; offset?: string; gpsOffset?: string; serial?: string }

export type PhotoFacts = {
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
  /** Changes that remove private data from the original. If null, visitors must not get the original. */
  redaction: Redaction | null
}

/** Patches that turn the original into the file for visitors, and the CRC of that file. */
export type Redaction = { patches: Patch[]; crc32: number }
/** Replaces bytes at an offset, either by other bytes (base64) or by `length` times the byte `value`. */
export type Patch = [at: number, bytes: string] | [at: number, length: number, value: number]

export type JobResult =
  | { kind: 'done'; facts: PhotoFacts }
  /** The job created one file. Its name depends on the kind of the job. */
  | ({ kind: 'made' } & Size)
  /** The file cannot be processed. `reason` is displayed to the owner, `detail` is for the log. */
  | { kind: 'unreadable'; reason: string; detail: string; isTooLarge?: boolean }
  /** The machine lacks disk space, memory or a permission. A retry may succeed. */
  | { kind: 'fault'; detail: string }

/** Messages of a decoding process to the service. */
export type DecoderMessage =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: JobResult; rss: number }
