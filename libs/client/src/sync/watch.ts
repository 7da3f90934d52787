import { watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Calls `pass` at once and after changes in the folder have settled, one at a time. */
export async function watching(
  folder: string,
  { settleMs, signal }: { settleMs: number; signal: AbortSignal },
  pass: () => Promise<void>,
): Promise<void> {
  let changed: () => void = () => undefined
  let next = new Promise<void>(resolve => (changed = resolve))
  let last = 0
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (name?.split(/[/\\]/).some(part => part.startsWith('.'))) return
    last = performance.now()
    changed()
  })
  const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    while (!signal.aborted) {
      await pass()
      await Promise.race([next, stopped])
      next = new Promise<void>(resolve => (changed = resolve))
      for (let rest = settleMs; rest > 0 && !signal.aborted; rest = last + settleMs - performance.now())
        await Promise.race([delay(rest), stopped])
    }
  } finally {
    watcher.close()
  }
}
