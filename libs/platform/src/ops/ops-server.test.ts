import type { IncomingMessage, ServerResponse } from 'node:http'
import { opsHandler } from './ops-server.ts'

type Services = NonNullable<ReturnType<Parameters<typeof opsHandler>[0]>>['services']

async function readiness(services: { name: string; ready: boolean; lacks: string[] }[]) {
  const told: { status?: number; body?: unknown } = {}
  const response = {
    writeHead: (status: number) => ((told.status = status), response),
    end: (text: string) => void (told.body = JSON.parse(text)),
  }
  const running = services.map(({ name, ready, lacks }) => ({ name, ready: async () => ready, lacks: () => lacks }))
  const handle = opsHandler(() => ({ services: running as unknown as Services }))
  await handle({ url: '/readyz' } as IncomingMessage, response as unknown as ServerResponse)
  return told
}

it('L-MKT-11 readiness says what a service lacks, which makes it no less ready', async () => {
  const media = { name: 'media', ready: true, lacks: ['encryption at rest: no key'] }
  const library = { name: 'library', ready: true, lacks: [] }
  expect(await readiness([media, library])).toEqual({
    status: 200,
    body: { ok: true, services: { media: true, library: true }, notes: media.lacks },
  })
  expect(await readiness([{ ...library, ready: false }])).toEqual({
    status: 503,
    body: { ok: false, services: { library: false }, notes: [] },
  })
})
