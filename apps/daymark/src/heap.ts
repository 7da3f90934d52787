import { totalmem } from 'node:os'
import type { Env } from '@daymark/platform/env'

const MB = 1024 * 1024
/**
 * MB. Uploads pass through as small buffers with megabytes outside of the heap. With Node's own setting these reach V8's limit
 * (64 MB) before the young generation is ever full, so that everything was collected, old and young: 17 ms of processor a photo.
 */
const SEMI_SPACE = 8
/** Where every megabyte counts. */
const SMALL_SEMI_SPACE = 4
const SMALL = 256
const LEAST_OLD = 128

/**
 * How V8 divides what the process may use. The rest is for buffers, compiled code and what the gateway keeps outside of the heap; where
 * photos are decoded it is for the decoders, which are counted against the same limit. `limit` in bytes; undefined: none.
 */
export function heapFlags(limit: number | undefined, services: string[]): string[] {
  if (limit === undefined) return [`--max-semi-space-size=${SEMI_SPACE}`]
  const mb = Math.floor(limit / MB)
  const decodes = services.some(words => words.split(',').some(name => name === 'media' || name === 'all'))
  const old = Math.max(LEAST_OLD, Math.floor(mb / (decodes ? 4 : 2)))
  return [`--max-semi-space-size=${mb <= SMALL ? SMALL_SEMI_SPACE : SEMI_SPACE}`, `--max-old-space-size=${old}`]
}

/** What cgroups (v1 and v2) allow this process, as libuv reads them. Without a limit they name none, or more than there is. */
export const memoryLimit = (constrained = process.constrainedMemory(), machine = totalmem()): number | undefined =>
  constrained > 0 && constrained < machine ? constrained : undefined

/**
 * `daymark start` takes the place of itself with these flags, as V8 takes them at its start alone: the same process for whoever sends
 * signals or counts memory. Flags that somebody chose stay, and a launcher's child keeps its channel.
 */
export function sizeHeap([node = '', main = '', ...words]: string[], env: Env): void {
  const chosen = `${process.execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`
  if (words[0] !== 'start' || process.send || !process.execve || /--max-(semi|old)-space-size/.test(chosen)) return
  const flags = heapFlags(memoryLimit(), words.slice(1))
  process.execve(node, [node, ...process.execArgv, ...flags, main, ...words], { ...env } as NodeJS.ProcessEnv)
}
