import { again, growingPause, pauseFor } from './growing-pause.mjs'
import { startPostgres } from './postgres.mjs'
import { explain } from './settings.mjs'

/**
 * Keeps Postgres running: restarts it at the same socket when it exits. The server keeps running and answers 503 during the restart.
 * Rejects only if the first start fails.
 */
export async function keepPostgres(options, say) {
  let postgres = await startPostgres({ ...options, isPrivate: true })
  const { url, socket, created } = postgres
  const stopping = new AbortController()
  const { signal } = stopping
  const stopRequested = new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
  const pause = growingPause()
  async function keep() {
    for (;;) {
      await Promise.race([postgres.ended, stopRequested])
      if (signal.aborted) return
      const next = await startAgain({ ...options, isPrivate: true, socket }, { say, pause, signal })
      if (!next) return
      postgres = next
    }
  }
  const keeping = keep()
  const stop = async () => {
    stopping.abort()
    await postgres.stop()
    await keeping
    await postgres.stop() // one that was just being started
  }
  return { url, socket, created, stop }
}

/** Retries until it succeeds. Undefined: stopped. */
async function startAgain(options, { say, pause, signal }) {
  for (let happened = 'Postgres ended'; !signal.aborted;) {
    const ms = pause.next()
    say(`${happened}; ${again(ms)}`)
    await pauseFor(ms, signal)
    if (signal.aborted) break
    try {
      const postgres = await startPostgres(options)
      pause.running()
      return postgres
    } catch (error) {
      happened = explain(error, { dataDir: options.dir }).message.replace(/\.$/, '')
    }
  }
  return undefined
}
