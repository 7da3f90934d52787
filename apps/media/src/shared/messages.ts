import type { Exif, ImageType, PlacementSettings, Size } from '@daymark/contracts'
import type { RenditionName, ScaledSize, VariantSize } from './sizes.ts'

/** Paths of optional programs; null if missing. */
export type Tools = {
  /** The Perl executable that runs ExifTool. */
  perl: string | null
  dcraw: string | null
  prlimit: string | null
}

/** The settings of a decoding process, as JSON on its command line. */
export type ChildSettings = { parent: number; tools: Tools; memoryLimit: number }

/** Processes an original whose type is known. Results are written to `folder`. */
export type PhotoJob = { kind?: undefined; path: string; type: ImageType; folder: string }
/** Draws the social card of a link, `card.jpg`: a part of a variant around a point in percent, with the logo if there is one. */
export type CardJob = {
  kind: 'card'
  path: string
  folder: string
  x: number
  y: number
  maxBytes: number
  mark?: Mark
}
/** A test keeps it equal to the contract, which decoding processes do not load. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
/** Converts an uploaded watermark image or studio logo to a PNG with alpha of a maximum size. */
export type LogoJob = {
  kind: 'logo'
  path: string
  type: ImageType
  folder: string
  maxPixels: number
  longEdge: number
}
type Logo = Size & { path: string; id: string }
/** A logo, and its position, size and opacity on a picture. */
export type Mark = { logo: Logo; placing: PlacementSettings }
/** Renders a picture with a watermark as a JPEG. */
export type MarkJob = {
  kind: 'mark'
  path: string
  type: ImageType
  folder: string
  logo: Logo
  placing: PlacementSettings
  /** The size of the whole upright photo, whose shape determines the position. */
  photo: Size
  /** The stored variant. If absent, the whole photo is rendered and keeps its profile and copyright. */
  variant?: Size & { name: VariantSize | ScaledSize }
}
/** Renders a download size from a large variant, as a JPEG with the name of the size. */
export type ScaleJob = { kind: 'scale'; path: string; type: ImageType; folder: string; size: ScaledSize }
export type Job = PhotoJob | ScaleJob | LogoJob | MarkJob | CardJob

/** A JPEG in the folder of its job. */
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

/** Capture time and camera body as stated in the file (rule 136). The serial number never leaves the service. */
export type CaptureFacts = { time?: string; offset?: string; gpsOffset?: string; serial?: string }

export type PhotoFacts = {
  width: number
  height: number
  exif: Exif
  takenAt: string | null
  capture: CaptureFacts
  creationTool: string | null
  colorProfile?: string | undefined
  placeholder: string
  damage: string | null
  variants: VariantFiles
  /** The changes that make the original safe for visitors. Null: visitors must not get the original. */
  redaction: Redaction | null
}

/** Turns the original into the file for visitors. All bytes stay except those of the patches. */
export type Redaction = { patches: Patch[]; crc32: number }
/** Replaces bytes at an offset, either by other bytes (base64) or by a run of one byte. All other bytes keep their position. */
export type Patch = [at: number, bytes: string] | [at: number, length: number, value: number]

/** The result of one job. */
export type Result =
  | { kind: 'done'; facts: PhotoFacts }
  /** The job made one file, whose name depends on the kind of the job. */
  | ({ kind: 'made' } & Size)
  /** The file is to blame. `reason` is for the owner, `detail` for the log. */
  | { kind: 'unreadable'; reason: string; detail: string; isTooLarge?: boolean }
  /** The machine is to blame: no space, memory or permission. */
  | { kind: 'fault'; detail: string }

/** A message of a decoding process. A process that dies sends none. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: Result; rss: number }
