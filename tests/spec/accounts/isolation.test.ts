import { randomUUID } from 'node:crypto'
import { routes, v1 } from '@daymark/contracts'
import { type Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createAlbum, createTag, uploadPhotos } from '../../support/photos.ts'
import { replaceAndSettle } from '../../support/replacement.ts'
import { createLink, stem } from '../../support/shared-gallery.ts'
import { uploadLogo } from '../../support/watermark.ts'
import {
  fileCalls,
  firstLookCalls,
  type Ids,
  leaveVisitorContent,
  malformedIds,
  sectionCalls,
  sectionIn,
  subscribeAddress,
  unknownIds,
  uploadCalls,
  uploadIn,
  v1SectionCalls,
  v1UploadCalls,
} from './support/isolation-calls.ts'

type Request = [path: string, body?: object]

/** Every route with an id, once per id in the request. `mine`: ids of the caller; `other`: ids in the request. */
const calls: [route: string, (mine: Ids, other: Ids) => Request][] = [
  ['GET /api/images/:id', (_, { photo }) => [`/api/images/${photo}`]],
  ['PATCH /api/images/:id', (_, { photo }) => [`/api/images/${photo}`, { title: 'Taken' }]],
  ['PATCH /api/images/:id', (_, { photo }) => [`/api/images/${photo}`, { is_favorite: true, tags: ['taken'] }]],
  ['DELETE /api/images/:id', (_, { photo }) => [`/api/images/${photo}`]],
  ['DELETE /api/images', (mine, { photo }) => ['/api/images', { image_ids: [mine.photo, photo] }]],
  ['POST /api/images/:id/retry', (_, { photo }) => [`/api/images/${photo}/retry`]],
  ['POST /api/images/retry', (mine, { photo }) => ['/api/images/retry', { image_ids: [mine.photo, photo] }]],
  ...fileCalls('/api/images'),
  ['GET /media/earlier/:id/:file', (_, { photo }) => [`/media/earlier/${photo}/sm.jpg`]],
  ['GET /api/images/:id/tags', (_, { photo }) => [`/api/images/${photo}/tags`]],
  ['POST /api/images/:id/tags', ({ tag }, { photo }) => [`/api/images/${photo}/tags`, { tag_id: tag }]],
  ['POST /api/images/:id/tags', ({ photo }, { tag }) => [`/api/images/${photo}/tags`, { tag_id: tag }]],
  ['DELETE /api/images/:id/tags/:tagId', ({ tag }, { photo }) => [`/api/images/${photo}/tags/${tag}`]],
  ['DELETE /api/images/:id/tags/:tagId', ({ photo }, { tag }) => [`/api/images/${photo}/tags/${tag}`]],
  ['GET /api/tags/:id', (_, { tag }) => [`/api/tags/${tag}`]],
  ['PATCH /api/tags/:id', (_, { tag }) => [`/api/tags/${tag}`, { label: 'renamed' }]],
  ['DELETE /api/tags/:id', (_, { tag }) => [`/api/tags/${tag}`]],
  ['POST /api/tags/apply', (mine, { photo }) => ['/api/tags/apply', { image_ids: [mine.photo, photo], tag_ids: [mine.tag] }]], // prettier-ignore
  ['POST /api/tags/apply', (mine, { tag }) => ['/api/tags/apply', { image_ids: [mine.photo], tag_ids: [mine.tag, tag] }]], // prettier-ignore
  ['GET /api/uploads/:key', (_, { photo }) => [`/api/uploads/${photo}`]],
  ['GET /api/images', (_, { album }) => [`/api/images?album_id=${album}`]],
  ['GET /api/images', (_, { tag }) => [`/api/images?tag_id=${tag}`]],
  ['GET /api/albums/:id', (_, { album }) => [`/api/albums/${album}`]],
  ['PATCH /api/albums/:id', (_, { album }) => [`/api/albums/${album}`, { title: 'Taken' }]],
  ['PATCH /api/albums/:id', (mine, { photo }) => [`/api/albums/${mine.album}`, { cover_image_id: photo }]],
  ['DELETE /api/albums/:id', (_, { album }) => [`/api/albums/${album}`]],
  ['DELETE /api/albums/:id', (_, { album }) => [`/api/albums/${album}?deletePhotos=true`]],
  ['POST /api/albums/:id/images', ({ photo }, { album }) => [`/api/albums/${album}/images`, { image_id: photo }]],
  ['POST /api/albums/:id/images', (mine, { photo }) => [`/api/albums/${mine.album}/images`, { image_ids: [mine.photo, photo] }]], // prettier-ignore
  ['DELETE /api/albums/:id/images', ({ photo }, { album }) => [`/api/albums/${album}/images`, { image_ids: [photo] }]],
  ['DELETE /api/albums/:id/images', (mine, { photo }) => [`/api/albums/${mine.album}/images`, { image_ids: [mine.photo, photo] }]], // prettier-ignore
  ['DELETE /api/albums/:id/images/:imageId', ({ photo }, { album }) => [`/api/albums/${album}/images/${photo}`]],
  ['DELETE /api/albums/:id/images/:imageId', ({ album }, { photo }) => [`/api/albums/${album}/images/${photo}`]],
  ['POST /api/albums/:id/reorder', (_, { album, photo }) => [`/api/albums/${album}/reorder`, { order: [photo] }]],
  ['POST /api/albums/:id/reorder', ({ album }, { photo }) => [`/api/albums/${album}/reorder`, { order: [photo] }]],
  ...sectionCalls,
  ...uploadCalls,
  ['POST /api/albums/:id/batch-rename', (_, { album, photo }) => [`/api/albums/${album}/batch-rename`, { updates: [{ id: photo, title: 'x' }] }]], // prettier-ignore
  ['POST /api/albums/:id/batch-rename', ({ album }, { photo }) => [`/api/albums/${album}/batch-rename`, { updates: [{ id: photo, title: 'x' }] }]], // prettier-ignore
  ['POST /api/shares', (_, { album }) => ['/api/shares', { album_id: album }]],
  ['POST /api/shares', (mine, { photo }) => ['/api/shares', { image_ids: [mine.photo, photo] }]],
  ['POST /api/shares', (_, { selection }) => ['/api/shares', { album_id: selection }]],
  ['GET /api/shares/selections/:id', (_, { selection }) => [`/api/shares/selections/${selection}`]],
  ['GET /api/shares/:id/analytics', (_, { share }) => [`/api/shares/${share}/analytics`]],
  ['GET /api/shares/:id/preflight', (_, { share }) => [`/api/shares/${share}/preflight`]],
  ['POST /api/shares/preflight', (_, { share }) => ['/api/shares/preflight', { share_id: share }]],
  ['POST /api/shares/preflight', (_, { album }) => ['/api/shares/preflight', { album_id: album }]],
  ['POST /api/shares/preflight', (_, { selection }) => ['/api/shares/preflight', { album_id: selection }]],
  ['GET /api/presets/:id', (_, { preset }) => [`/api/presets/${preset}`]],
  ['PATCH /api/presets/:id', (_, { preset }) => [`/api/presets/${preset}`, { name: 'Taken' }]],
  ['DELETE /api/presets/:id', (_, { preset }) => [`/api/presets/${preset}`]],
  ['GET /api/shares/:id/picks', (_, { share }) => [`/api/shares/${share}/picks`]],
  ['GET /api/shares/:id/picks/images', (_, { share }) => [`/api/shares/${share}/picks/images`]],
  ['GET /api/shares/:id/picks/export', (_, { share }) => [`/api/shares/${share}/picks/export?format=csv`]],
  ['DELETE /api/shares/:id/picks/:list', (_, { share, pickList }) => [`/api/shares/${share}/picks/${pickList}`]],
  ['POST /api/shares/:id/picks/:list/reopen', (_, { share, pickList }) => [`/api/shares/${share}/picks/${pickList}/reopen`]], // prettier-ignore
  ['GET /api/shares/:id/comments', (_, { share }) => [`/api/shares/${share}/comments`]],
  ['POST /api/shares/:id/comments/threads/:thread', (_, { share, thread }) => [`/api/shares/${share}/comments/threads/${thread}`, { resolved: true }]], // prettier-ignore
  ['POST /api/shares/:id/comments/threads/:thread/answers', (_, { share, thread }) => [`/api/shares/${share}/comments/threads/${thread}/answers`, { text: 'x' }]], // prettier-ignore
  ['GET /api/albums/:id/picks', (_, { album }) => [`/api/albums/${album}/picks?by=anybody`]],
  ...firstLookCalls,
  ['DELETE /api/shares/:id/comments/:comment', (_, { share, comment }) => [`/api/shares/${share}/comments/${comment}`]],
  ['GET /api/shares', (_, { album }) => [`/api/shares?album_id=${album}`]],
  ['GET /api/shares/:id', (_, { share }) => [`/api/shares/${share}`]],
  ['PATCH /api/shares/:id', (_, { share }) => [`/api/shares/${share}`, { allow_downloads: false }]],
  ['POST /api/shares/:id/revoke', (_, { share }) => [`/api/shares/${share}/revoke`]],
  ['POST /api/shares/:id/reinstate', (_, { share }) => [`/api/shares/${share}/reinstate`]],
  ['DELETE /api/shares/:id', (_, { share }) => [`/api/shares/${share}`]],
  ['PATCH /api/settings/studio-page', (mine, { share }) => ['/api/settings/studio-page', { text: 'x', share_ids: [mine.share, share] }]], // prettier-ignore
  ['GET /media/variants/:size/:file', (_, { filename }) => [`/media/variants/lg/${stem(filename)}.jpg`]],
  ['GET /media/variants/:size/:file', (_, { filename }) => [`/media/variants/sm/${stem(filename)}.jpg`]],
  ['GET /media/watermarked/:size/:file', (_, { filename }) => [`/media/watermarked/sm/${stem(filename)}.jpg`]],
  ['GET /media/trash/:size/:file', (_, { trashed }) => [`/media/trash/sm/${stem(trashed)}.jpg`]],
  ['GET /media/originals/:file', (_, { filename }) => [`/media/originals/${filename}`]],
  ['GET /media/full/:file', (_, { filename }) => [`/media/full/${filename}`]],
  ['GET /api/settings/passkeys/:id', (_, { passkey }) => [`/api/settings/passkeys/${passkey}`]],
  ['PATCH /api/settings/passkeys/:id', (_, { passkey }) => [`/api/settings/passkeys/${passkey}`, { name: 'Taken' }]],
  ['DELETE /api/settings/passkeys/:id', (_, { passkey }) => [`/api/settings/passkeys/${passkey}`, { current_password: bob.password }]], // prettier-ignore
  ['POST /api/admin/users/:id/reset-second-step', (_, { user }) => [`/api/admin/users/${user}/reset-second-step`]],
  ['DELETE /v1/tokens/:id', (_, { token }) => [`/v1/tokens/${token}`]],
  ['DELETE /api/settings/sessions/:id', (_, { session }) => [`/api/settings/sessions/${session}`]],
  ['GET /api/admin/users/:id', (_, { user }) => [`/api/admin/users/${user}`]],
  ['PATCH /api/admin/users/:id', (_, { user }) => [`/api/admin/users/${user}`, { role: 'admin' }]],
  ['PATCH /api/admin/users/:id/plan', (_, { user }) => [`/api/admin/users/${user}/plan`, { subscription_tier: 'studio' }]], // prettier-ignore
  ['POST /api/admin/users/:id/suspend', (_, { user }) => [`/api/admin/users/${user}/suspend`]],
  ['POST /api/admin/users/:id/reactivate', (_, { user }) => [`/api/admin/users/${user}/reactivate`]],
  ['DELETE /api/admin/users/:id/sessions', (_, { user }) => [`/api/admin/users/${user}/sessions`]],
  ['DELETE /api/admin/users/:id', (_, { user }) => [`/api/admin/users/${user}`]],
  ['GET /api/admin/announcements/:id', (_, { photo }) => [`/api/admin/announcements/${photo}`]],
  ['DELETE /api/admin/announcements/:id', (_, { photo }) => [`/api/admin/announcements/${photo}`]],
  ['POST /api/admin/users/:id/reset-password', (_, { user }) => [`/api/admin/users/${user}/reset-password`, { password: 'taken over by bob' }]], // prettier-ignore
]
/** The same for the public API with a token. */
const v1Calls: typeof calls = [
  ['GET /v1/albums/:id', (_, { album }) => [`/v1/albums/${album}`]],
  ['GET /v1/albums/:id/manifest', (_, { album }) => [`/v1/albums/${album}/manifest`]],
  ['PATCH /v1/albums/:id', (_, { album }) => [`/v1/albums/${album}`, { title: 'Taken' }]],
  ['POST /v1/albums/:id/images', ({ photo }, { album }) => [`/v1/albums/${album}/images`, { image_ids: [photo] }]],
  ['POST /v1/albums/:id/images', (mine, { photo }) => [`/v1/albums/${mine.album}/images`, { image_ids: [photo] }]],
  ['DELETE /v1/albums/:id/images', ({ photo }, { album }) => [`/v1/albums/${album}/images`, { image_ids: [photo] }]],
  ['DELETE /v1/albums/:id/images', (mine, { photo }) => [`/v1/albums/${mine.album}/images`, { image_ids: [photo] }]],
  ...v1SectionCalls,
  ...v1UploadCalls,
  ['DELETE /v1/albums/:id', (_, { album }) => [`/v1/albums/${album}`]],
  ['DELETE /v1/albums/:id', (_, { album }) => [`/v1/albums/${album}?delete_images=true`]],
  ['GET /v1/images', (_, { album }) => [`/v1/images?album_id=${album}`]],
  ['GET /v1/uploads/:key', (_, { photo }) => [`/v1/uploads/${photo}`]],
  ['GET /v1/images/:id', (_, { photo }) => [`/v1/images/${photo}`]],
  ['PATCH /v1/images/:id', (_, { photo }) => [`/v1/images/${photo}`, { title: 'Taken', favorite: true, tags: ['x'] }]],
  ['DELETE /v1/images/:id', (_, { photo }) => [`/v1/images/${photo}`]],
  ...fileCalls('/v1/images'),
  ['GET /v1/shares', (_, { album }) => [`/v1/shares?album_id=${album}`]],
  ['GET /v1/shares/:id', (_, { share }) => [`/v1/shares/${share}`]],
  ['POST /v1/shares', (_, { album }) => ['/v1/shares', { album_id: album }]],
  // before downloads are switched off
  ['GET /v1/shares/:id/manifest', (_, { share }) => [`/v1/shares/${share}/manifest`]],
  ['PATCH /v1/shares/:id', (_, { share }) => [`/v1/shares/${share}`, { allow_download: false }]],
  ['POST /v1/shares/:id/complete', (_, { share }) => [`/v1/shares/${share}/complete`]],
  ['POST /v1/shares/:id/revoke', (_, { share }) => [`/v1/shares/${share}/revoke`]],
  ['GET /v1/shares/:id/changes', (_, { share }) => [`/v1/shares/${share}/changes`]],
  ['GET /v1/shares/:id/preflight', (_, { share }) => [`/v1/shares/${share}/preflight`]],
  ['POST /v1/shares', ({ album }, { preset }) => ['/v1/shares', { album_id: album, preset_id: preset }]],
  ['GET /v1/shares/:id/picks', (_, { share }) => [`/v1/shares/${share}/picks`]],
  ['GET /v1/shares/:id/picks/images', (_, { share }) => [`/v1/shares/${share}/picks/images`]],
  ['GET /v1/shares/:id/comments', (_, { share }) => [`/v1/shares/${share}/comments`]],
  ['DELETE /v1/shares/:id', (_, { share }) => [`/v1/shares/${share}`]],
  ['PATCH /v1/studio-page', (mine, { share }) => ['/v1/studio-page', { text: 'x', share_ids: [mine.share, share] }]],
  ['GET /media/variants/:size/:file', (_, { filename }) => [`/media/variants/sm/${stem(filename)}.jpg`]],
  ['GET /media/originals/:file', (_, { filename }) => [`/media/originals/${filename}`]],
]
/** The key of an upload is chosen by the caller, and the administration answers users with 403. */
const NEVER_404 = /uploads\/:key$|\/api\/admin\//

/** Routes that require a session. Routes for visitors with a link are tested in tests/spec/sharing. */
const sessionRoutes = Object.values(routes)
  .filter(({ auth }) => auth === 'session' || auth === 'super_admin')
  .map(({ method, path }) => `${method} ${path}`)

const daymark = setUpDaymark({ env: UNLIMITED })
let [alice, bob] = [{}, {}] as [SignedInUser, SignedInUser]
let bobsClient: Visitor
let [aliceIds, bobIds] = [{}, {}] as [Ids, Ids]
beforeAll(async () => {
  ;[alice, bob] = [await daymark.createUser(), await daymark.createUser({ tier: 'studio' })]
  bobsClient = await createIntegrator(bob, ['read', 'write', 'share', 'delete'])
  ;[aliceIds, bobIds] = [await createResources(alice), await createResources(bob)]
})

async function createResources(member: SignedInUser): Promise<Ids> {
  const [image, second, third] = await uploadPhotos(daymark, member, 3)
  if (!image || !second || !third) throw new Error('nothing was uploaded')
  await member.delete(`/api/images/${third.id}`)
  const { filename } = await replaceAndSettle(daymark, member, image.id)
  const { id: album } = await createAlbum(member, 'Trip', [image, second])
  const section = await sectionIn(member, album)
  const { id: tag } = await createTag(member, 'sea')
  await member.post(`/api/images/${image.id}/tags`, { tag_id: tag })
  await uploadLogo(member)
  const { id: share } = await createLink(member, { album_id: album })
  const { album_id: selection } = await createLink(member, { image_ids: [image.id] })
  const preset = (await member.post<{ id: string }>('/api/presets', { name: 'Proofs', settings: {} })).body.id
  const passkey = await passkeyOf(member)
  const { sessions } = (await member.get<{ sessions: { id: string }[] }>('/api/settings/sessions')).body
  const session = sessions[0]?.id ?? ''
  const token = (await member.post<{ id: string }>('/v1/tokens', {})).body.id
  const visitorContent = await leaveVisitorContent(daymark.visitor(), member, share, image)
  const waiting = await subscribeAddress(daymark, share)
  const upload = await uploadIn(daymark.visitor(), member, album)
  const ids = {
    ...upload,
    waiting,
    album,
    section,
    tag,
    share,
    selection,
    preset,
    passkey,
    session,
    token,
    ...visitorContent,
  }
  return { photo: image.id, filename, trashed: third.filename, user: member.id, ...ids }
}
async function passkeyOf(member: SignedInUser): Promise<string> {
  const [row] = await daymark.db('identity').sql<{ id: string }>(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name, synced, created_at)
     VALUES ($1, $2, '', 0, '{}', 'localhost', 'Laptop', false, now()) RETURNING id`,
    [member.id, randomUUID()],
  )
  return row?.id ?? ''
}
async function answer(
  visitor: { send: SignedInUser['send'] },
  route: string,
  [path, body]: Request,
): Promise<[number, string]> {
  const { status, bytes } = await visitor.send(route.split(' ')[0] ?? '', path, body && { ...body })
  return [status, bytes.toString().replace(/"request_id":"[^"]*"/, '')]
}
/** The rows of all accounts. */
async function databaseContent(): Promise<string> {
  await daymark.settle()
  const stored = {
    library: ['photos', 'photo_files', 'guest_uploads', 'albums', 'album_photos', 'tags', 'photo_tags', 'accounts'],
    sharing: [
      'links',
      'pick_lists',
      'presets',
      'studio_pages',
      'upload_links',
      'upload_guests',
      'first_look_subscribers',
    ],
    identity: ['passkeys'],
  }
  const rows = Object.entries(stored).flatMap(([service, tables]) =>
    tables.map(table => daymark.db(service).sql(`SELECT * FROM ${table} t ORDER BY t::text`)),
  )
  const accounts = ['SELECT id, password_hash FROM users ORDER BY id', 'SELECT id, user_id FROM sessions ORDER BY id']
  const identity = accounts.map(sql => daymark.db('identity').sql(sql))
  // last_used_at is not compared, because it is written after the answer
  const tokens = daymark.db('developer').sql('SELECT id, user_id, name, scopes, expires_at FROM api_tokens ORDER BY id')
  return JSON.stringify([await Promise.all(rows), await Promise.all(identity), await tokens])
}

describe('isolation', () => {
  it('L-ROLE-01 every route with an id in its path is in the table', () => {
    const named = sessionRoutes.filter(route => route.includes(':'))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(route => !calls.some(([covered]) => covered === route))).toEqual([])
  })
  /** The database is compared once, after all calls. */
  async function expectUnknown(visitor: Visitor, table: typeof calls): Promise<void> {
    const before = await databaseContent()
    for (const [route, request] of table) {
      const unknown = await answer(visitor, route, request(bobIds, unknownIds()))
      expect([route, await answer(visitor, route, request(bobIds, aliceIds))]).toEqual([route, unknown])
      expect([route, (await answer(visitor, route, request(bobIds, malformedIds)))[0]]).toEqual([route, unknown[0]])
      expect(unknown[0]).toBeLessThan(500)
      const isInPath = request(bobIds, unknownIds())[0] !== request(bobIds, bobIds)[0] && route.includes(':')
      expect([route, isInPath && !NEVER_404.test(route) ? unknown[0] : 404]).toEqual([route, 404])
    }
    expect(await databaseContent()).toBe(before)
  }
  it('L-ROLE-01 a resource of another account is not found by any route and does not change', () =>
    expectUnknown(bob, calls))
  it('S-V1-37 every call of the public API with an id in its path is in its table', () => {
    const others = /^\/v1\/(tokens|webhooks)/ // tests/spec/developers
    const named = Object.values(v1).filter(({ path }) => path.includes(':') && !others.test(path))
    const covered = new Set(v1Calls.map(([route]) => route))
    expect(named.map(({ method, path }) => `${method} ${path}`).filter(route => !covered.has(route))).toEqual([])
  })
  it('S-V1-37 a token cannot find or change anything of another account', () => expectUnknown(bobsClient, v1Calls))
  it('L-ROLE-01 lists contain only resources of the own account', async () => {
    const paths = ['/api/images', '/api/albums', '/api/tags', '/api/shares']
    const lists = ['/v1/images', '/v1/albums', '/v1/tags', '/v1/shares', '/v1/search?q=trip', '/v1/search?q=beach']
    for (const path of [...paths, ...lists]) {
      const text = (await (path.startsWith('/v1') ? bobsClient : bob).get(path)).bytes.toString()
      for (const id of [aliceIds.photo, aliceIds.album, aliceIds.tag, aliceIds.share, aliceIds.filename])
        expect(text).not.toContain(id)
    }
  })
  it('L-ROLE-02 every route except the public ones requires a session', async () => {
    const anonymous = daymark.visitor()
    expect(sessionRoutes.length).toBeGreaterThan(30)
    const before = await databaseContent()
    for (const route of sessionRoutes) {
      const path = (route.split(' ')[1] ?? '').replace(/:size/, 'sm').replace(/:file/, aliceIds.filename)
      const named = path
        .replace(/:id/, path.includes('albums') ? aliceIds.album : aliceIds.photo)
        .replace(/:\w+/, aliceIds.tag)
      const body = /^(GET|DELETE)/.test(route) ? undefined : {}
      expect([route, (await answer(anonymous, route, [named, body]))[0]]).toEqual([route, 401])
    }
    expect(await databaseContent()).toBe(before)
  })
})

describe('the same calls', () => {
  // a retry needs a failed photo: tests/spec/edge/retry.test.ts
  const ownersCalls = calls.filter(([route]) => !route.includes('api/admin/') && !/\/(retry|file)$/.test(route))
  it.each(ownersCalls)('L-ROLE-01 succeed on resources of the own account: %s', async (route, request) => {
    const owner = route.startsWith('DELETE') ? await daymark.createUser() : alice
    const ownIds = owner === alice ? aliceIds : await createResources(owner)
    expect((await answer(owner, route, request(ownIds, ownIds)))[0]).toBeLessThan(300)
  })
  const fullCalls = v1Calls.filter(([route]) => !route.endsWith('/file'))
  it.each(fullCalls)('S-V1-37 succeed on resources of the account of the token: %s', async (route, request) => {
    const isLast = route.startsWith('DELETE')
    const owner = isLast ? await daymark.createUser({ tier: 'studio' }) : bob
    const ownIds = isLast ? await createResources(owner) : bobIds
    const client = isLast ? await createIntegrator(owner) : bobsClient
    expect((await answer(client, route, request(ownIds, ownIds)))[0]).toBeLessThan(300)
  })
})
