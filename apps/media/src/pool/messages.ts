import type { Tools } from '../tools.ts'
import type { VariantFile } from '../variants/render.ts'
import type { PhotoFacts } from '../variants/process-file.ts'
import type { RenditionName } from '../variants/sizes.ts'

/** What a decoding process is started with, as JSON on its command line. */
export type ChildSettings = { parent: number; tools: Tools; memoryLimit: number }

/** The end of one job as the process tells it. */
export type Result =
  | { kind: 'done'; facts: PhotoFacts }
  /** The file is to blame. `reason` is for the owner, `detail` for the log. */
  | { kind: 'unreadable'; reason: string; detail: string }
  /** The machine is to blame: no space, no memory, no rights. */
  | { kind: 'fault'; detail: string }

/** A process that dies sends nothing. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'variant'; size: RenditionName; file: VariantFile }
  | { kind: 'result'; result: Result; rss: number }
