import type { IncomingMessage, ServerResponse } from 'node:http'
import { createOpsHandler } from './ops-server.ts'

type Services = NonNullable<ReturnType<Parameters<typeof createOpsHandler>[0]>>['services']

async function requestReadiness(services: { name: string; ready: boolean; degradedReasons: string[] }[]) {
  const sent: { status?: number; body?: unknown } = {}
  const response = {
    writeHead: (status: number) => ((sent.status = status), response),
    end: (text: string) => void (sent.body = JSON.parse(text)),
  }
  const running = services.map(({ name, ready, degradedReasons }) => ({
    name,
    ready: async () => ready,
    degradedReasons: () => degradedReasons,
  }))
  const handle = createOpsHandler(() => ({ services: running as unknown as Services }))
  await handle({ url: '/readyz' } as IncomingMessage, response as unknown as ServerResponse)
  return sent
}

it('L-MKT-11 readiness lists reasons for reduced functionality, which do not make a service unready', async () => {
  const media = { name: 'media', ready: true, degradedReasons: ['encryption at rest: no key'] }
  const library = { name: 'library', ready: true, degradedReasons: [] }
  expect(await requestReadiness([media, library])).toEqual({
    status: 200,
    body: { ok: true, services: { media: true, library: true }, notes: media.degradedReasons },
  })
  expect(await requestReadiness([{ ...library, ready: false }])).toEqual({
    status: 503,
    body: { ok: false, services: { library: false }, notes: [] },
  })
})
