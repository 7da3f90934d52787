import { pollUntil } from '@daymark/testing/outside'
import type { http } from '@daymark/contracts'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'
import { startCollector } from './collector.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

/** Nobody else writes this word: it stands for an address, a caption, a password. */
const MARK = 'zq7marked'

/** Postgres refuses what it is given, with the values in its words: as a fault of ours would make it do. */
const refuse = (table: string, how: string) => `
  CREATE OR REPLACE FUNCTION public.refuse_${how}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${how === 'cast' ? 'PERFORM NEW.caption::int;' : `RAISE EXCEPTION 'not %', NEW USING DETAIL = NEW::text;`} RETURN NEW; END $$;
  CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION public.refuse_${how}()`

describe(`what fails is logged and traced without what it failed with, ${bus} bus`, () => {
  let place: Installation
  let collector: Awaited<ReturnType<typeof startCollector>>
  const logs = () => place.servers.map(server => server.log).join('\n')
  const spans = () => JSON.stringify(collector.spans)
  /** Both places have heard of the failure, by its code. */
  const heard = (code: string) =>
    pollUntil(`log and traces tell of ${code}`, async () => logs().includes(code) && spans().includes(code))

  beforeAll(async () => {
    collector = await startCollector()
    place = await install(bus, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      DAYMARK_DELIVERY_ATTEMPTS: '2',
      DAYMARK_DELIVERY_BACKOFF_MS: '10',
    })
  })
  afterAll(async () => {
    await place?.stop()
    collector?.stop()
  })

  it('constraints, types, triggers, events that are given up', async () => {
    const user = await place.photographer()
    const admin = await place.admin()
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    const photo = await user.upload<http.Image>('/api/images', picture)
    const album = await user.post<http.Album>('/api/albums', { title: 'Kept' })
    await place.settle()

    await place.query(`ALTER TABLE identity.users ADD CONSTRAINT refused CHECK (email NOT LIKE '${MARK}%') NOT VALID`)
    const account = { email: `${MARK}@daymark.test`, password: `${MARK} password`, displayName: null, role: 'user' }
    const refused = await admin.post('/api/admin/users', { ...account, subscriptionTier: 'starter' })
    expect([refused.status, refused.bytes.toString()]).toEqual([500, expect.anything()])
    await heard('23514')

    await place.query(refuse('sharing.photos', 'cast'))
    expect((await user.patch(`/api/images/${photo.body.id}`, { caption: `${MARK} caption` })).status).toBe(200)
    const letters = () => place.query<{ reason: string }>('SELECT reason FROM sharing.dead_letters')
    await pollUntil('the event is given up', async () => (await letters()).length > 0)
    await heard('22P02')
    expect(JSON.stringify(await letters())).not.toContain(MARK)

    await place.query(refuse('library.photos', 'cast'))
    expect((await user.patch(`/api/images/${photo.body.id}`, { caption: `${MARK} again` })).status).toBe(500)

    await place.query(refuse('sharing.links', 'raise'))
    const link = { album_id: album.body.id, password: `${MARK} door` }
    expect((await user.post('/api/shares', link)).status).toBe(500)
    await heard('P0001')

    // input that is refused before it reaches a database
    await user.post('/api/albums', { title: { [MARK]: MARK } })
    const headers = { 'content-type': 'application/json', origin: place.url }
    await fetch(`${place.url}/api/auth/login`, { method: 'POST', headers, body: `{"username": "${MARK}` })
    const seen = collector.spans.length
    await user.get('/api/version')
    await pollUntil('later spans have arrived', async () => collector.spans.length > seen)
    expect(logs()).toContain('"event":"handler.failed"')
    for (const written of [logs(), spans()]) {
      expect(written).not.toContain(MARK)
      expect(written).not.toMatch(/argon2/)
    }
  })
})
