// Starts one product host (product-host.ts) and one Chromium per jest worker, on its first request, and stops them after the run.
// Workers inherit the address of this server in DAYMARK_TEST_WORKERS.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findNode24 } from '../../deploy/local/install.mjs'
import { browserPath } from '../../tools/programs/programs.mjs'

const root = join(import.meta.dirname, '../..')

const starts = {
  async host() {
    const child = fork(join(import.meta.dirname, 'product-host.ts'), {
      execPath: findNode24(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Caches compiled code between runs, like the launcher.
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') },
    })
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the product host ended with ${code}`)))
    const [port] = await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
  },

  async browser() {
    const browser = await chromium.launchServer({
      host: '127.0.0.1',
      executablePath: browserPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    })
    return { url: browser.wsEndpoint(), stop: () => browser.close() }
  },
}

/** Running resources by `/kind/worker`. */
const running = new Map()
const server = createServer(async ({ url: path }, response) => {
  if (!running.has(path)) running.set(path, starts[path.split('/')[1]]())
  await running.get(path).then(
    ({ url }) => response.end(url),
    error => response.writeHead(500).end(String(error?.stack ?? error)),
  )
})

export default async function setup() {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.DAYMARK_TEST_WORKERS = `http://127.0.0.1:${server.address().port}`
}

export async function teardown() {
  server.close()
  server.closeAllConnections()
  const started = await Promise.allSettled(running.values())
  await Promise.all(started.map(({ value }) => value?.stop()))
}
