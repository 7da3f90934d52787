import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../../../libs/client/src/sync/main.ts')
const NODE = ['--conditions=daymark-src', '--disable-warning=ExperimentalWarning']
const running = new Set<ChildProcess>()

/** Starts daymark-sync. `untilPrinted` resolves once `count` lines match the pattern. */
export function startSync(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...NODE, MAIN, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      for (const check of listeners) check()
    })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    for (const check of listeners) check()
    return { code: code as number | null, lines }
  })
  const untilPrinted = (pattern: RegExp, count = 1) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (lines.filter(line => pattern.test(line)).length >= count) resolve()
        else if (!running.has(child))
          reject(new Error(`daymark-sync ended without ${pattern}: ${lines.slice(-5).join('\n')}`))
        else return
        listeners.delete(check)
      }
      listeners.add(check)
      check()
    })
  return { child, ended, until: untilPrinted }
}

/** Stops the processes that a failed test did not stop. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
}
