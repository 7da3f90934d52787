import type { Exif, ImageType, Placing, Size } from '@daymark/contracts'
import type { RenditionName, ScaledSize, VariantSize } from './sizes.ts'

/** Paths of optional programs; null: missing. */
export type Tools = {
  /** Perl that runs ExifTool. */
  perl: string | null
  dcraw: string | null
  prlimit: string | null
}

/** The settings of a decoding process, as JSON on its command line. */
export type ChildSettings = { parent: number; tools: Tools; memoryLimit: number }

/** A file whose type is known; results are written to `folder`. */
export type PhotoJob = { kind?: undefined; path: string; type: ImageType; folder: string }
/** The social card of a link, `card.jpg`: a part of a variant around a point in percent, with the logo if there is one. */
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
/** A logo and how it is put on a picture. */
export type Mark = { logo: Logo; placing: Placing }
/** A picture with a watermark on it: a JPEG. */
export type MarkJob = {
  kind: 'mark'
  path: string
  type: ImageType
  folder: string
  logo: Logo
  placing: Placing
  /** The size of the whole upright photo, whose shape decides the position. */
  photo: Size
  /** The stored variant; absent: the whole photo, which keeps its profile and copyright. */
  variant?: Size & { name: VariantSize | ScaledSize }
}
/** One size of a large variant: a JPEG of that name. */
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
  /** The changes that make the original safe for visitors; null: visitors must not get it. */
  redaction: Redaction | null
}

/** Turns the original into the file for visitors: all bytes stay except the patches. */
export type Redaction = { patches: Patch[]; crc32: number }
/** A change of a file that leaves every other byte where it is: at an offset other bytes (base64), or a run of one byte. */
export type Patch = [at: number, bytes: string] | [at: number, length: number, value: number]

/** The result of one job. */
export type Result =
  | { kind: 'done'; facts: PhotoFacts }
  /** One file, whose name depends on the kind of the job. */
  | ({ kind: 'made' } & Size)
  /** The file is to blame. `reason` is for the owner, `detail` for the log. */
  | { kind: 'unreadable'; reason: string; detail: string; isTooLarge?: boolean }
  /** The machine is to blame: no space, memory or permission. */
  | { kind: 'fault'; detail: string }

/** A process that dies sends nothing. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: Result; rss: number }
