import type { Exif, ImageType, Placing, Size } from '@daymark/contracts'
import type { RenditionName, ScaledSize, VariantSize } from './sizes.ts'
import type { Tools } from './tools.ts'

/** What a decoding process is started with, as JSON on its command line. */
export type ChildSettings = { parent: number; tools: Tools; memoryLimit: number }

/** A file whose bytes were told apart before; `folder` takes what is made of it. */
export type PhotoJob = { kind?: undefined; path: string; type: ImageType; folder: string }
/** The picture of a link's card, `card.jpg`: a part of a variant around a point, in per cent; with the logo on it, where there is one. */
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
/** A watermark's image or a studio's logo, as it came: becomes a PNG with alpha, no longer than that. */
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
  /** The whole photo, upright: its shape decides the place. */
  photo: Size
  /** As it is stored; absent: the whole photo, whose profile and copyright are kept. */
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

/** When a photo was taken and with which body, as its file says it (rule 136). The serial number never leaves the service. */
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
  /** What the original needs before visitors may have it; null: it is not for them. */
  redaction: Redaction | null
}

/** How the original becomes what a visitor may have: byte for byte the same but for the patches; none: as it is. */
export type Redaction = { patches: Patch[]; crc32: number }
/** A change of a file that leaves every other byte where it is: at an offset other bytes (base64), or a run of one byte. */
export type Patch = [at: number, bytes: string] | [at: number, length: number, value: number]

/** The end of one job as the process reports it. */
export type Result =
  | { kind: 'done'; facts: PhotoFacts }
  /** One file, of the name that the job's kind has. */
  | ({ kind: 'made' } & Size)
  /** The file is to blame. `reason` is for the owner, `detail` for the log. */
  | { kind: 'unreadable'; reason: string; detail: string; isTooLarge?: boolean }
  /** The machine is to blame: no space, no memory, no rights. */
  | { kind: 'fault'; detail: string }

/** A process that dies sends nothing. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: Result; rss: number }
