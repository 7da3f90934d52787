import { createLogger, processEnv, run, startOps, handleUncaughtErrors, stopTelemetry } from '@daymark/platform'
import { load, serviceNames, UsageError } from './services.ts'

/** Runs until SIGINT or SIGTERM, then finishes running work. Notifies a parent process when it is ready. */
export async function start(words: string[]): Promise<void> {
  if (!words.length) throw new UsageError('Usage: daymark start all, or daymark start library media …')
  // the reader of stderr may have ended; the log handles that separately (LogOutput)
  process.stderr.on('error', () => {})
  const definitions = await load(words)
  const running = await run(definitions, { env: processEnv(), all: serviceNames })
  const log = createLogger('daymark', running.platform.logLevel)
  handleUncaughtErrors(log)
  const ops = await startOps(running, log)
  const url = running.services.find(s => s.url)?.url
  process.send?.({ ready: true, url })
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    process.once('disconnect', () => resolve()) // the launcher has ended and could not stop this process
  })
  await running.stop()
  await ops.stop()
  await stopTelemetry()
}
