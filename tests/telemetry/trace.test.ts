import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { eventually, freePort } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'
import { path, type Span, startCollector } from './collector.ts'

jest.setTimeout(120_000)
const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

describe(`traces and metrics, ${bus} bus`, () => {
  let place: Installation
  let collector: Awaited<ReturnType<typeof startCollector>>
  let ops: string
  beforeAll(async () => {
    collector = await startCollector()
    const port = await freePort()
    ops = `http://127.0.0.1:${port}`
    place = await install(bus, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      // a process per service: only one of them can have the port
      ...(bus === 'memory' ? { DAYMARK_OPS_PORT: String(port) } : {}),
    })
  })
  afterAll(async () => {
    await place?.stop()
    collector?.stop()
  })

  it('one trace goes from the upload through library and media back to library, with HTTP, RPC, events and SQL', async () => {
    const user = await place.photographer()
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    const { body } = await user.upload<http.Image>('/api/images', picture)
    await eventually('the photo is ready', 30_000, async () => {
      const photo = await user.get<http.Image>(`/api/images/${body.id}`)
      return photo.body.processing_status === 'completed'
    })
    const ready = (): Span | undefined => collector.spans.find(s => s.name.startsWith('media.photo.processed.v1'))
    await eventually('the last span has arrived', 20_000, async () => ready() !== undefined)
    await eventually(
      'the first span has arrived',
      20_000,
      async () => path(collector.spans, ready()!)[0] === 'POST /api/images',
    )
    const names = path(collector.spans, ready()!)
    expect(names.filter(n => !n.startsWith('pg'))).toEqual([
      'POST /api/images',
      'library.photos.register-upload call',
      'library.photos.register-upload',
      expect.stringMatching(/^library\.photo\.uploaded\.v1 ProcessPhoto$/),
      expect.stringMatching(/^media\.photo\.processed\.v1 /),
    ])
    const mine = collector.spans.filter(s => s.traceId === ready()!.traceId)
    expect(mine.some(s => s.name.startsWith('pg.query'))).toBe(true)
  })

  it('no token of a link, no cookie and no password is in any span', async () => {
    const user = await place.photographer()
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    const photo = await user.upload<http.Image>('/api/images', picture)
    const album = await user.post<http.Album>('/api/albums', { title: 'Traced' })
    await user.post(`/api/albums/${album.body.id}/images`, { image_id: photo.body.id })
    const share = await user.post<http.Share>('/api/shares', { album_id: album.body.id })
    const { token } = share.body
    const stem = photo.body.filename.replace(/\.[^.]+$/, '')
    await user.get(`/api/shares/public/${token}`)
    await user.get(`/media/share/sm/${stem}.jpg?token=${token}`)
    await user.get(`/share/${token}`)
    const seen = collector.spans.length
    await user.get('/api/version')
    await eventually('later spans have arrived', 20_000, async () => collector.spans.length > seen + 1)
    const everything = JSON.stringify(collector.spans)
    expect(everything).not.toContain(token)
    expect(everything).not.toContain('a password for tests only')
    for (const cookie of user.jar()) expect(everything).not.toContain(cookie.value)
  })

  const onMemory = bus === 'memory' ? describe : describe.skip
  onMemory('operations port', () => {
    it('the operations port answers life, readiness and metrics', async () => {
      expect((await fetch(`${ops}/healthz`)).status).toBe(200)
      const ready = (await (await fetch(`${ops}/readyz`)).json()) as { ok: boolean; services: Record<string, boolean> }
      expect(ready).toMatchObject({ ok: true, services: { library: true, media: true } })
      const metrics = await (await fetch(`${ops}/metrics`)).text()
      for (const name of [
        'daymark_outbox_rows{service="library",lane="slow"} 0',
        'daymark_outbox_age_seconds{',
        'daymark_dead_letters_rows{',
        'messaging_process_duration_seconds_bucket{',
        'rpc_server_call_duration_seconds_bucket{',
        'db_client_connection_pending_requests{',
        'http_server_request_duration_seconds_bucket{',
      ])
        expect(metrics).toContain(name)
    })
  })
})
