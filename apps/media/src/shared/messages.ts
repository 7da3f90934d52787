import type { http, ImageType } from '@daymark/contracts'
import type { RenditionName, ScaledSize, VariantSize } from './sizes.ts'
import type { Tools } from './tools.ts'

/** What a decoding process is started with, as JSON on its command line. */
export type ChildSettings = { parent: number; tools: Tools; memoryLimit: number }

/** A file whose bytes were told apart before; `folder` takes what is made of it. */
export type Job = {
  path: string
  type: ImageType
  folder: string
  /** The file is a large variant, and this size of it is all that is wanted. */
  scale?: ScaledSize
}

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

export type PhotoFacts = {
  width: number
  height: number
  exif: http.ExifData
  takenAt: string | null
  creationTool: string | null
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
  /** Of a job that asks for one size only. */
  | { kind: 'scaled' }
  /** The file is to blame. `reason` is for the owner, `detail` for the log. */
  | { kind: 'unreadable'; reason: string; detail: string }
  /** The machine is to blame: no space, no memory, no rights. */
  | { kind: 'fault'; detail: string }

/** A process that dies sends nothing. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: Result; rss: number }
