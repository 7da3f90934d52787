import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../../../libs/client/src/sync/main.ts')
const NODE = ['--conditions=daymark-src', '--disable-warning=ExperimentalWarning']
const running = new Set<ChildProcess>()

/** daymark-sync as somebody starts it; `until` resolves once so many lines fit. */
export function sync(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...NODE, MAIN, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      for (const look of heard) look()
    })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    for (const look of heard) look()
    return { code: code as number | null, lines }
  })
  const until = (what: RegExp, count = 1) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (lines.filter(line => what.test(line)).length >= count) resolve()
        else if (!running.has(child)) reject(new Error(`It ended without ${what}: ${lines.slice(-5).join('\n')}`))
        else return
        heard.delete(look)
      }
      heard.add(look)
      look()
    })
  return { child, ended, until }
}

/** What a test that failed left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
}
