import { get } from 'node:http'
import type { Env } from '@daymark/platform/env'

const PROBE_TIMEOUT_MS = 4000

/**
 * Runs `daymark health`: exits with 0 if the process on this machine is ready, else with 1. The command loads no libraries, because
 * probes run it frequently.
 */
export async function checkHealth(env: Env): Promise<void> {
  const port = env['DAYMARK_OPS_PORT']
  const status = port ? await requestStatus(`http://127.0.0.1:${port}/readyz`) : 'DAYMARK_OPS_PORT is not set'
  if (status === 200) return
  console.error(`Not ready: ${status}.`)
  process.exitCode = 1
}

const requestStatus = (url: string): Promise<number | string | undefined> =>
  new Promise(resolve => {
    const request = get(url, { timeout: PROBE_TIMEOUT_MS }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', error => resolve(error.message))
    request.on('timeout', () => request.destroy(new Error('no answer')))
  })
