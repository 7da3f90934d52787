import { watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Calls `pass` immediately, and again when the folder has not changed for `settleMs`. Never runs two passes at a time. */
export async function watchFolder(
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
  const stopRequested = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    while (!signal.aborted) {
      await pass()
      await Promise.race([next, stopRequested])
      next = new Promise<void>(resolve => (changed = resolve))
      for (let rest = settleMs; rest > 0 && !signal.aborted; rest = last + settleMs - performance.now())
        await Promise.race([delay(rest), stopRequested])
    }
  } finally {
    watcher.close()
  }
}
