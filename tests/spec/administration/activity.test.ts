import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'

const daymark = setUpDaymark()
let admin: Visitor
beforeAll(async () => void (admin = await daymark.admin()))

const list = async (query = '') => {
  await daymark.settle()
  return (await admin.get<http.ActivityItem[]>(`/api/admin/activity${query}`)).body
}
/** A name is null if its service does not answer within two seconds, as on a busy machine. */
async function activityWithNames(query: string): Promise<http.ActivityItem[]> {
  let last: http.ActivityItem[] = []
  await pollUntil('all entries have names', async () => {
    last = await list(query)
    const isNamed = ({ activity_type: type, user_name, album_title }: http.ActivityItem) =>
      user_name !== null && (type !== 'share_created' || album_title !== null)
    return last.every(isNamed)
  })
  return last
}

/** Creates an owner with two photos and a visited link. */
async function active(displayName?: string) {
  const owner = await daymark.createUser({ tier: 'studio', displayName })
  const images = await uploadPhotos(daymark, owner, 2)
  const album = await createAlbum(owner, 'Beach wedding', images)
  const { body: share } = await owner.post<http.Share>('/api/shares', { album_id: album.id })
  expect((await daymark.visitor().get(`/api/shares/public/${share.token}`)).status).toBe(200)
  return { owner, album, share }
}

describe('GET /api/admin/activity', () => {
  it('S-ADA-03 S-ADM-11 lists new links and uploads, newest first, with user, album or file, views and time', async () => {
    const { owner, album, share } = await active('Anna Lee')
    const items = await activityWithNames(`?user=${owner.id}`)
    const user = { user_id: owner.id, user_name: 'Anna Lee' }
    const upload = { activity_type: 'image_uploaded', ...user, album_title: null, view_count: null }
    expect(items).toEqual([
      {
        id: expect.any(String),
        activity_type: 'share_created',
        ...user,
        album_title: 'Beach wedding',
        image_filename: null,
        view_count: 1,
        created_at: expect.any(String),
      },
      ...['Beach 1.JPG', 'Beach 0.JPG'].map(image_filename => ({
        id: expect.any(String),
        ...upload,
        image_filename,
        created_at: expect.any(String),
      })),
    ])
    for (const { created_at } of items) expect(new Date(created_at).toISOString()).toBe(created_at)
    expect(JSON.stringify(items)).not.toContain(share.token)

    await owner.patch(`/api/albums/${album.id}`, { title: 'Wedding in June' })
    expect((await activityWithNames(`?user=${owner.id}`))[0]).toMatchObject({ album_title: 'Wedding in June' })
    await owner.delete(`/api/shares/${share.id}`)
    expect((await activityWithNames(`?user=${owner.id}`))[0]).toMatchObject({
      album_title: 'Wedding in June',
      view_count: null,
    })
  })

  it('S-ADA-03 pages have no gaps or duplicates, also when filtered by kind and user', async () => {
    const { owner } = await active()
    const all = await list('?limit=500')
    expect(all.length).toBeGreaterThanOrEqual(3)
    const paged: string[] = []
    for (let before = ''; ;) {
      const page = await list(`?limit=2${before && `&before=${before}`}`)
      if (!page.length) break
      expect(page.length).toBeLessThanOrEqual(2)
      paged.push(...page.map(({ id }) => id))
      before = page.at(-1)!.id
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    const links = await activityWithNames(`?user=${owner.id}&type=share_created`)
    expect(links.map(item => [item.activity_type, item.user_name])).toEqual([['share_created', owner.email]])
    for (const unknownUser of [randomUUID(), 'unknown']) expect(await list(`?user=${unknownUser}`)).toEqual([])
    for (const nothing of [randomUUID(), 'x']) expect(await list(`?before=${nothing}`)).toEqual([])
    expect((await admin.get('/api/admin/activity?type=likes')).status).toBe(400)
  })

  it('S-ADA-03 photos that are shared without an album have the title of their selection', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const [image] = await uploadPhotos(daymark, owner, 1)
    await owner.post('/api/shares', { image_ids: [image!.id], title: 'For grandma' })
    expect((await activityWithNames(`?user=${owner.id}`))[0]).toMatchObject({
      album_title: 'For grandma',
      view_count: 0,
    })
  })
})

it('rule 73 the audit log lists actions newest first, found by person and words, in pages without gaps', async () => {
  const owner = await daymark.createUser({ tier: 'studio' })
  const { body: token } = await owner.post<{ id: string }>('/v1/tokens', { name: 'Laptop', scopes: ['read'] })
  await owner.delete(`/v1/tokens/${token.id}`)
  await daymark.settle()
  const read = async (query: string) =>
    (await admin.get<http.AuditPage>(`/api/admin/audit?actor=${owner.id}${query}`)).body
  const { entries } = await read('')
  expect(entries.map(({ action }) => action)).toEqual(['token.revoked', 'token.created', 'user.signed-in'])
  expect(entries[0]).toMatchObject({ actor: { name: owner.email }, target: { id: token.id, name: 'Laptop' } })
  const first = await read('&search=laptop&limit=1')
  expect(first.entries).toEqual([entries[0]])
  expect(await read(`&search=laptop&before=${first.next_before}`)).toEqual({ entries: [entries[1]], next_before: null })
})
