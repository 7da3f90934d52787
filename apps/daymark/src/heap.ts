import { totalmem } from 'node:os'
import type { Env } from '@daymark/platform/env'

const MB = 1024 * 1024
/**
 * In MB. Uploads consist of small objects with megabytes of external memory. With Node's default the external memory reaches V8's limit
 * of 64 MB before the young generation is full, which triggers full collections: 17 ms of CPU per photo.
 */
const SEMI_SPACE = 8
/** For processes with little memory. */
const SMALL_SEMI_SPACE = 4
const SMALL = 256
const MIN_OLD_SPACE = 128

/**
 * V8 flags for a memory limit. The rest of the memory is for buffers, compiled code and the caches of the gateway, and for decoder
 * processes, which count against the same limit. `limit` in bytes; undefined: none.
 */
export function heapFlags(limit: number | undefined, services: string[]): string[] {
  if (limit === undefined) return [`--max-semi-space-size=${SEMI_SPACE}`]
  const mb = Math.floor(limit / MB)
  const decodes = services.some(words => words.split(',').some(name => name === 'media' || name === 'all'))
  const old = Math.max(MIN_OLD_SPACE, Math.floor(mb / (decodes ? 4 : 2)))
  return [`--max-semi-space-size=${mb <= SMALL ? SMALL_SEMI_SPACE : SEMI_SPACE}`, `--max-old-space-size=${old}`]
}

/** The memory limit of cgroups (v1 and v2). Without a limit libuv returns zero or more than the machine has. */
export const memoryLimit = (constrained = process.constrainedMemory(), machine = totalmem()): number | undefined =>
  constrained > 0 && constrained < machine ? constrained : undefined

/**
 * Replaces the process of `daymark start` by itself with these flags, which V8 accepts only at start. The pid stays the same. It does
 * nothing if the operator has set such flags, or for a child of the launcher, which would lose its IPC channel.
 */
export function sizeHeap([node = '', main = '', ...words]: string[], env: Env): void {
  const chosen = `${process.execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`
  if (words[0] !== 'start' || process.send || !process.execve || /--max-(semi|old)-space-size/.test(chosen)) return
  const flags = heapFlags(memoryLimit(), words.slice(1))
  process.execve(node, [node, ...process.execArgv, ...flags, main, ...words], { ...env } as NodeJS.ProcessEnv)
}
