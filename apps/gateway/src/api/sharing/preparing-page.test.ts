import { errors } from '@daymark/contracts'
import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sendPreparingPage } from './preparing-page.ts'

const preparingError = errors.ARCHIVE_PREPARING({ ready: 3, total: 12 })

async function requestDownload(error: unknown, accept: string) {
  const app = express()
  app.get('/', (request, response) => {
    if (!sendPreparingPage(error, 'to"ken', request, response)) response.status(418).end()
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { status, headers, text } = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept } }).then(
    async response => ({ status: response.status, headers: response.headers, text: await response.text() }),
  )
  server.close()
  return { status, headers, text }
}

describe('a ZIP that is being prepared', () => {
  it('rule 39: shows the progress in a page that refreshes automatically', async () => {
    const { status, headers, text } = await requestDownload(preparingError, 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect([status, headers.get('refresh'), headers.get('retry-after')]).toEqual([503, '2', '2'])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(text).toContain('3 of 12 photos are ready')
    expect(text).toContain('href="/share/to%22ken"')
  })

  it('sends no page to API clients or for other errors', async () => {
    expect((await requestDownload(preparingError, 'application/json')).status).toBe(418)
    expect((await requestDownload(preparingError, '*/*')).status).toBe(418)
    expect((await requestDownload(errors.SHARE_GONE(), 'text/html')).status).toBe(418)
  })
})
