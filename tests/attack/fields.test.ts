import type { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { createUploadLink } from '../support/guests.ts'
import { createIntegrator, UNLIMITED } from '../support/integrators.ts'
import { createTag } from '../support/photos.ts'
import { createSharedGallery } from '../support/shared-gallery.ts'
import { ROUTES, type Route, type Things } from './support/every-route.ts'
import { QUERIES, SEGMENTS, STRINGS, VALUES } from './support/hostile.ts'

const SIDE_BY_SIDE = 8

let place: Installation
let admin: Visitor
/** A token of the administrator, for the calls that take no session. */
let program: Visitor
let things: Things
beforeAll(async () => {
  place = await install('memory', { ...UNLIMITED, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' })
  await place.photographer()
  admin = await place.admin()
  program = await createIntegrator(admin, ['admin'])
  // the administrator's own, so that one session may call everything
  const gallery = await createSharedGallery(place, { owner: admin as never, count: 1 })
  const tag = await createTag(admin as never, 'sea')
  const { image, album, link, token } = gallery
  const ids = { photo: image.id, album: album.id, tag: tag.id, share: link.id, ...(await sentSomething()) }
  const { token: upload } = await createUploadLink(admin, album.id)
  things = { ...ids, filename: image.filename, token, upload }
})
afterAll(() => place?.stop())

/** A webhook where nobody listens, and what was to be sent to it. */
async function sentSomething(): Promise<{ webhook: string; delivery: string }> {
  const made = await admin.post<{ id: string }>('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['share.view'] })
  const sent = await admin.post<{ id: string }>(`/v1/webhooks/${made.body.id}/test`)
  expect([made.status, sent.status]).toEqual([201, 200])
  return { webhook: made.body.id, delivery: sent.body.id }
}

type Attack = {
  method: string
  path: string
  body?: Record<string, unknown> | unknown[]
  headers?: Record<string, string>
}

/** The path with real ids; `at` replaces one part. */
function pathOf({ call, path = [] }: Route, at?: { part: number; by: string }): string {
  let part = -1
  return (call.split(' ')[1] ?? '').replaceAll(':', () => {
    part += 1
    const name = path[part] ?? 'none'
    return at?.part === part ? at.by : name === 'none' ? '00000000-0000-0000-0000-000000000000' : things[name]
  })
}

function attacksOn(route: Route): Attack[] {
  const method = route.call.split(' ')[0] ?? ''
  const parts = (route.path ?? []).flatMap((_, part) => SEGMENTS.map(by => pathOf(route, { part, by })))
  const queries = (route.query ?? []).flatMap(name => QUERIES(name).map(query => `${pathOf(route)}?${query}`))
  const valid = route.body?.(things) ?? {}
  const bodies = Object.keys(valid).flatMap(name => VALUES.map(value => ({ ...valid, [name]: value })))
  const whole = route.body ? VALUES.filter(value => typeof value === 'object' && value !== null) : []
  return [
    ...[...parts, ...queries].map(path => ({ method, path })),
    ...[...bodies, ...(whole as Record<string, unknown>[])].map(body => ({ method, path: pathOf(route), body })),
  ]
}

/** Which of these the server did not answer, or answered as its own fault. */
async function failing(attacks: Attack[], attacking = admin): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...attacks]
  const attacker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const { status } = await attacking
        .send(one.method, one.path, one.body as never, one.headers)
        .catch((error: unknown) => ({ status: String(error) }))
      if (typeof status === 'string' || status >= 500)
        failed.push(`${status} ${one.method} ${one.path.slice(0, 200)} ${JSON.stringify(one.body ?? '').slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, attacker))
  return failed
}

it.each(ROUTES.filter(({ path, query, body }) => path ?? query ?? body))(
  '$call answers whatever a field holds, and never with a fault of its own',
  async route => {
    const failed = await failing(attacksOn(route), route.byToken ? program : admin)
    // one of the bodies has turned it on, and then everything else is refused rightly
    if (route.call === 'POST /api/admin/maintenance') await admin.post('/api/admin/maintenance', { on: false })
    expect(failed).toEqual([])
  },
)

it('an upload answers whatever its fields and headers hold', async () => {
  const bytes = Buffer.from('not a picture')
  const failed: string[] = []
  for (const name of ['title', 'description', 'album_id', 'albumId', '__proto__'])
    for (const text of STRINGS) {
      const fields = { fields: { [name]: text } }
      const { status } = await program.upload('/v1/images', { name: 'a.jpg', bytes }, fields)
      if (status >= 500) failed.push(`${status} ${name}=${text.slice(0, 50)}`)
    }
  const headers = [
    'Idempotency-Key',
    'Upload-Offset',
    'Upload-Resumable',
    'Range',
    'If-None-Match',
    'If-Range',
    'Cookie',
  ]
  const printable = STRINGS.filter(text => /^[\x20-\x7e]{0,1000}$/.test(text))
  const attacks = headers.flatMap(header =>
    printable.flatMap(text => [
      { method: 'GET', path: `/media/originals/${things.filename}`, headers: { [header]: text } },
      { method: 'POST', path: '/api/images', body: {}, headers: { [header]: text } },
    ]),
  )
  expect([...failed, ...(await failing(attacks))]).toEqual([])
})

it('nothing of it was logged as a fault, and everything is as before', async () => {
  const log = place.servers.map(server => server.log).join('')
  expect(log.match(/"event":"(request|handler)\.failed".{0,200}/g)).toBeNull()
  expect(place.servers.every(server => server.running)).toBe(true)
  expect((await admin.get(`/api/images/${things.photo}`)).status).toBe(200)
})
