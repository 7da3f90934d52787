import { MB } from '@daymark/contracts/limits'
import { totalmem } from 'node:os'
import type { Env } from '@daymark/platform/env'

/**
 * Maximum size of a semi-space of V8's young generation. Uploads create small objects that refer to megabytes of external memory. With
 * Node's default, the external memory reaches V8's limit of 64 MB before the young generation is full. V8 then runs full garbage
 * collections, which take 17 ms of CPU time per photo.
 */
const SEMI_SPACE_MB = 8
/** Used instead of SEMI_SPACE_MB in processes with a memory limit of at most SMALL_LIMIT_MB. */
const SMALL_SEMI_SPACE_MB = 4
const SMALL_LIMIT_MB = 256
const MIN_OLD_SPACE_MB = 128

/**
 * Returns the V8 flags for a memory limit in bytes, or for no limit. The heap gets only half or a quarter of the limit, because buffers,
 * compiled code, caches of the gateway and decoder processes count towards the same limit.
 */
export function computeHeapFlags(limitBytes: number | undefined, services: string[]): string[] {
  if (limitBytes === undefined) return [`--max-semi-space-size=${SEMI_SPACE_MB}`]
  const limitMb = Math.floor(limitBytes / MB)
  const runsDecoders = services.some(names => names.split(',').some(name => name === 'media' || name === 'all'))
  const oldSpaceMb = Math.max(MIN_OLD_SPACE_MB, Math.floor(limitMb / (runsDecoders ? 4 : 2)))
  return [
    `--max-semi-space-size=${limitMb <= SMALL_LIMIT_MB ? SMALL_SEMI_SPACE_MB : SEMI_SPACE_MB}`,
    `--max-old-space-size=${oldSpaceMb}`,
  ]
}

/**
 * Returns the memory limit of the cgroup in bytes, or undefined without a limit. Without a limit, libuv reports zero or more than the
 * memory of the machine.
 */
export const readMemoryLimit = (
  constrainedBytes = process.constrainedMemory(),
  machineBytes = totalmem(),
): number | undefined => (constrainedBytes > 0 && constrainedBytes < machineBytes ? constrainedBytes : undefined)

/**
 * Replaces the process of `daymark start` by one with heap flags and the same pid, because V8 reads these flags only at start. Does nothing
 * if the operator has set such flags, and in a child of the launcher, which would lose its IPC channel.
 */
export function restartWithHeapFlags([node = '', main = '', ...args]: string[], env: Env): void {
  const existingFlags = `${process.execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`
  if (args[0] !== 'start' || process.send || !process.execve || /--max-(semi|old)-space-size/.test(existingFlags))
    return
  const flags = computeHeapFlags(readMemoryLimit(), args.slice(1))
  process.execve(node, [node, ...process.execArgv, ...flags, main, ...args], { ...env } as NodeJS.ProcessEnv)
}
