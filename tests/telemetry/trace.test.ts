import { randomBytes } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { pollUntil, freePort, Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'
import { waitUntilHealthy } from '../support/waiting.ts'
import { createLink, createSharedGallery } from '../support/shared-gallery.ts'
import { opaqueWatermark } from '../support/watermark.ts'
import { path, type Span, startCollector } from './collector.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

describe(`traces and metrics, ${bus} bus`, () => {
  let place: Installation
  let collector: Awaited<ReturnType<typeof startCollector>>
  let ops: string
  /** Request log lines with this trace id. */
  const logOf = (traceId: string) =>
    place.servers
      .flatMap(server => server.log.split('\n'))
      .filter(
        line =>
          line.startsWith('{') && line.includes('"event":"http.request"') && line.includes(`"trace_id":"${traceId}"`),
      )
      .map(line => JSON.parse(line) as object)
  beforeAll(async () => {
    collector = await startCollector()
    const port = await freePort()
    ops = `http://127.0.0.1:${port}`
    place = await install(bus, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      DAYMARK_LOG_LEVEL: 'info',
      // With a process per service, only one of them could use the port.
      ...(bus === 'memory' ? { DAYMARK_OPS_PORT: String(port) } : {}),
    })
  })
  afterAll(async () => {
    await place?.stop()
    collector?.stop()
  })

  it('one trace covers an upload from HTTP through library, media and back, with RPC, events and SQL', async () => {
    const user = await place.photographer()
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    // Headers as our page sends them (apps/web/src/widgets/uploader).
    const [traceId, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const headers = { traceparent: `00-${traceId}-${parent}-01`, 'sec-fetch-site': 'same-origin' }
    const { body } = await user.upload<http.Image>('/api/images', picture, { headers })
    await pollUntil('the log line of the upload', async () => logOf(traceId).length > 0)
    expect(logOf(traceId)[0]).toMatchObject({ method: 'POST', path: '/api/images', status: 201 })
    await pollUntil('the photo is ready', async () => {
      const photo = await user.get<http.Image>(`/api/images/${body.id}`)
      return photo.body.processing_status === 'completed'
    })
    const ready = (): Span | undefined =>
      collector.spans.find(s => s.traceId === traceId && s.name.startsWith('media.photo.processed.v1'))
    await pollUntil('the last span has arrived', async () => ready() !== undefined)
    await pollUntil('the first span has arrived', async () => path(collector.spans, ready()!)[0] === 'POST /api/images')
    const names = path(collector.spans, ready()!)
    expect(names.filter(n => !n.startsWith('pg'))).toEqual([
      'POST /api/images',
      'library.photos.register-upload call',
      'library.photos.register-upload',
      expect.stringMatching(/^library\.photo\.uploaded\.v1 ProcessPhoto$/),
      expect.stringMatching(/^media\.photo\.processed\.v1 /),
    ])
    const mine = collector.spans.filter(s => s.traceId === traceId)
    expect(mine.some(s => s.name.startsWith('pg.query'))).toBe(true)
    expect(mine.find(s => s.name === 'POST /api/images')?.parentSpanId).toBe(parent)
  })

  it('one trace covers a picture from the request of a visitor to its watermark', async () => {
    const { owner, album, image } = await createSharedGallery(place, {
      count: 1,
      owner: await place.createUser({ tier: 'studio' }),
    })
    await opaqueWatermark(owner)
    const { token } = await createLink(owner, { album_id: album.id, watermark: true })
    // Visitors cannot choose the trace id.
    const headers = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, 'sec-fetch-site': 'same-origin' }
    const file = image.filename.replace(/\.[^.]+$/, '.jpg')
    // Over NATS pictures are ready some time after the upload.
    await pollUntil('the picture is shown', async () => {
      const { status } = await place.visitor().get(`/media/share/lg/${file}?token=${token}`, headers)
      return status === 200
    })
    const drawn = () =>
      collector.spans.find(
        s => s.name === 'media.watermark' && path(collector.spans, s)[0] === 'GET /media/share/:size/:file',
      )
    await pollUntil('all spans of the picture have arrived', async () => drawn() !== undefined)
    expect(path(collector.spans, drawn()!)).toEqual([
      'GET /media/share/:size/:file',
      'media.watermarked.locate call',
      'media.watermarked.locate',
      'media.watermark',
    ])
    expect(drawn()?.traceId).not.toBe('ab'.repeat(16))
  })

  it('no span contains a link token, cookie or password', async () => {
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
    await pollUntil('later spans have arrived', async () => collector.spans.length > seen + 1)
    const everything = JSON.stringify(collector.spans)
    expect(everything).not.toContain(token)
    expect(everything).not.toContain('a password for tests only')
    for (const cookie of user.jar()) expect(everything).not.toContain(cookie.value)
  })

  const onMemory = bus === 'memory' ? describe : describe.skip
  onMemory('operations port', () => {
    it('serves liveness, readiness and metrics', async () => {
      // Wait for the photo of the previous test.
      await place.settle()
      expect((await fetch(`${ops}/healthz`)).status).toBe(200)
      expect(await waitUntilHealthy(new Visitor(ops), '/readyz')).toMatchObject({
        ok: true,
        services: { library: true, media: true },
      })
      const metrics = await (await fetch(`${ops}/metrics`)).text()
      for (const name of [
        'daymark_outbox_rows{service="library",priority="main"} 0',
        'daymark_jobs_waiting{service="media",kind="ProcessPhoto"} 0',
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
