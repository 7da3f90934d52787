// The product and the browser of every worker of a run: started when a worker first asks for them, ended with the run.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath } from '../../../../tools/programs.mjs'
import { install } from '../../../support/installation.ts'

const web = join(import.meta.dirname, '../../../../apps/web/dist')
/** By worker. */
const stages = new Map()
const server = createServer((request, response) => void answer(request.url, response))

async function answer(worker, response) {
  try {
    if (!stages.has(worker)) stages.set(worker, startStage())
    const { daymark, browser } = await stages.get(worker)
    const { url, settings } = daymark
    response.end(JSON.stringify({ url, databaseUrl: settings.DAYMARK_DATABASE_URL, browser: browser.wsEndpoint() }))
  } catch (error) {
    response.writeHead(500).end(String(error?.stack ?? error))
  }
}

async function startStage() {
  const [daymark, browser] = await Promise.all([install('memory', { DAYMARK_WEB_DIR: web }), startBrowser()])
  return { daymark, browser }
}

/** Debian's Chromium, without what a test machine does not need and without calls of its own. */
const startBrowser = () =>
  chromium.launchServer({
    host: '127.0.0.1',
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })

/** Workers inherit the address at which they ask. */
export default async function setup() {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.DAYMARK_E2E_STAGES = `http://127.0.0.1:${server.address().port}`
}

export async function stopStages() {
  server.close()
  server.closeAllConnections()
  const started = await Promise.allSettled(stages.values())
  const stopped = started.map(async ({ value }) => {
    await value?.browser.close()
    await value?.daymark.stop()
  })
  await Promise.all(stopped)
}
