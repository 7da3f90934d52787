import { watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Calls `pass` immediately, and again when the folder has changed and then not changed for `settleMs`. Never runs two passes at a time. */
export async function watchFolder(
  folder: string,
  { settleMs, signal }: { settleMs: number; signal: AbortSignal },
  pass: () => Promise<void>,
): Promise<void> {
  let notifyChange: () => void = () => undefined
  let nextChange = new Promise<void>(resolve => (notifyChange = resolve))
  let lastChangeAt = 0
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (name?.split(/[/\\]/).some(part => part.startsWith('.'))) return
    lastChangeAt = performance.now()
    notifyChange()
  })
  const stopRequested = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    while (!signal.aborted) {
      await pass()
      await Promise.race([nextChange, stopRequested])
      nextChange = new Promise<void>(resolve => (notifyChange = resolve))
      for (
        let remainingMs = settleMs;
        remainingMs > 0 && !signal.aborted;
        remainingMs = lastChangeAt + settleMs - performance.now()
      )
        await Promise.race([delay(remainingMs), stopRequested])
    }
  } finally {
    watcher.close()
  }
}
