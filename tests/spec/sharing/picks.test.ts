import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { fillHalfOfLists, pickOf, picksPath, pickStamp, visitorPath } from '../../support/visitor-actions.ts'
import { createLink, createSharedGallery, unzip } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let shared: Awaited<ReturnType<typeof createSharedGallery>>
beforeAll(async () => void (shared = await createSharedGallery(daymark, { count: 3 })))

type Own = NonNullable<http.OwnPicks['list']>
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
/** Creates a link of the album with picks. */
const pickLink = (picks: object = {}, more: object = {}) =>
  createLink(shared.owner, { album_id: shared.album.id, picks, ...more })
async function startList(token: string, name = 'Anna', visitor = daymark.visitor()): Promise<Visitor> {
  const answer = await visitor.post<http.OwnPicks>(picksPath(token), { name })
  expect(answer.status).toBe(201)
  return visitor
}
const change = (visitor: Visitor, token: string, changes: http.Pick[], since = 0) =>
  visitor.post<http.OwnPicks>(picksPath(token, '/changes'), { since, changes })
const own = async (visitor: Visitor, token: string) =>
  (await visitor.get<http.OwnPicks>(picksPath(token))).body.list as Own
const lists = async (link: http.Share) =>
  (await shared.owner.get<http.SharePicks>(`/api/shares/${link.id}/picks`)).body.lists

describe('picks of a link', () => {
  it('rule 101 are disabled by default, and the gallery says when and how they are enabled', async () => {
    const { token } = shared
    const gallery = async (of: string) =>
      (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${of}`)).body
    expect((await gallery(token)).link.picks).toBeNull()
    expect(code(await daymark.visitor().post(picksPath(token), { name: 'Anna' }))).toEqual([403, 'picks_off'])
    const link = await pickLink({ minimum: 2, maximum: 3, review: true, deadline: 'Friday' })
    const settings = { minimum: 2, maximum: 3, review: true, notes: true, deadline: 'Friday' }
    expect(link.picks).toEqual(settings)
    expect((await gallery(link.token)).link.picks).toEqual(settings)
    const off = await shared.owner.patch<http.Share>(`/api/shares/${link.id}`, { picks: null })
    expect(off.body.picks).toBeNull()
    expect((await gallery(link.token)).link.picks).toBeNull()
  })

  it('rule 101 reject invalid settings', async () => {
    const wrong = [{ minimum: 3, maximum: 2 }, { minimum: 0 }, { maximum: 5001 }, { deadline: 'x'.repeat(121) }]
    for (const picks of [...wrong, { review: 'yes' }, 'on'])
      expect((await shared.owner.post('/api/shares', { album_id: shared.album.id, picks })).status).toBe(400)
  })
})

describe('the list of a visitor', () => {
  it('rule 102 starts with a name and keeps picks, notes and withdrawn picks', async () => {
    const { token } = await pickLink()
    const visitor = daymark.visitor()
    expect((await visitor.get<http.OwnPicks>(picksPath(token))).body.list).toBeNull()
    for (const wrong of [{}, { name: ' ' }, { name: 'x'.repeat(81) }, { name: 'Anna', email: 'no' }])
      expect((await visitor.post(picksPath(token), wrong)).status).toBe(400)
    await startList(token, 'Anna', visitor)
    const [first, second] = shared.images
    await change(visitor, token, [pickOf(first, 'picked'), pickOf(second, 'picked', 'in black and white')])
    const answer = await change(visitor, token, [pickOf(first, 'none')], 1)
    expect(answer.body.list).toMatchObject({ name: 'Anna', email: null, sent_at: null, revision: 2 })
    expect(answer.body.list?.picks).toEqual([expect.objectContaining({ image_id: first?.id, choice: 'none' })])
    const now = await own(visitor, token)
    expect(now.picks.map(({ image_id, choice, note }) => [image_id, choice, note]).sort()).toEqual(
      [
        [first?.id, 'none', ''],
        [second?.id, 'picked', 'in black and white'],
      ].sort(),
    )
  })

  it('rule 102 is accessible to this visitor only, and on another device with its key', async () => {
    const link = await pickLink()
    const visitor = await startList(link.token)
    await change(visitor, link.token, [pickOf(shared.images[0], 'picked')])
    const other = daymark.visitor()
    expect((await other.get<http.OwnPicks>(picksPath(link.token))).body.list).toBeNull()
    expect(code(await change(other, link.token, [pickOf(shared.images[0], 'none')]))).toEqual([
      404,
      'pick_list_not_found',
    ])
    const { key } = (await visitor.post<{ key: string }>(visitorPath(link.token, '/key'))).body
    expect(key).toMatch(/^[0-9A-Za-z]{32}$/)
    for (const wrong of ['', key.slice(1), 'x'.repeat(32)])
      expect(code(await other.post(visitorPath(link.token, '/open'), { key: wrong }))).toEqual([404, 'visitor_unknown'])
    const second = await pickLink()
    expect((await other.post(visitorPath(second.token, '/open'), { key })).status).toBe(404)
    expect((await other.post(visitorPath(link.token, '/open'), { key })).body).toEqual({ name: 'Anna', email: null })
    expect((await own(other, link.token)).picks).toHaveLength(1)
    await other.post(visitorPath(link.token, '/leave'))
    expect((await other.get<http.OwnPicks>(picksPath(link.token))).body.list).toBeNull()
  })

  it('rule 103 changes made offline on two devices converge in any order', async () => {
    const { token } = await pickLink()
    const [first, second, third] = shared.images
    const early = [pickOf(first, 'picked', 'mine'), pickOf(second, 'picked'), pickOf(third, 'rejected')]
    const laterChanges = [pickOf(first, 'none'), pickOf(second, 'rejected', 'no')]
    const ends = await Promise.all(
      [
        [early, laterChanges],
        [laterChanges, early],
        [[...laterChanges, ...early], early],
      ].map(async order => {
        const visitor = await startList(token)
        for (const changes of order) expect((await change(visitor, token, changes)).status).toBe(200)
        const { picks } = await own(visitor, token)
        return picks.sort((a, b) => a.image_id.localeCompare(b.image_id))
      }),
    )
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
    expect(ends[0]?.map(({ choice }) => choice).sort()).toEqual(['none', 'rejected', 'rejected'])
  })

  it('rule 103 accepts only photos of the gallery, within its limits', async () => {
    const { token } = await pickLink({ notes: false })
    const visitor = await startList(token)
    const [image] = shared.images
    const refused = [
      [],
      [{ ...pickOf(image, 'picked'), choice_at: 'now' }],
      [{ ...pickOf(image, 'picked'), note: 'x'.repeat(501), note_at: pickStamp() }],
      Array.from({ length: 101 }, () => pickOf(image, 'picked')),
      [pickOf({ id: 'x' }, 'picked')],
    ]
    for (const changes of refused) expect((await change(visitor, token, changes)).status).toBe(400)
    const answer = await change(visitor, token, [
      pickOf({ id: randomUUID() }, 'picked'),
      pickOf(image, 'picked', 'a note'),
    ])
    expect(answer.body.list?.picks).toEqual([expect.objectContaining({ image_id: image?.id, note: '' })])
  })

  it('rule 104 is locked after it was sent, until the owner reopens it', async () => {
    const link = await pickLink({ minimum: 2, maximum: 2 })
    const { token } = link
    const visitor = await startList(token)
    const [first, second, third] = shared.images
    const send = () => visitor.post<http.OwnPicks>(picksPath(token, '/send'), {})
    await change(visitor, token, [pickOf(first, 'picked')])
    const few = await send()
    expect(code(few)).toEqual([409, 'picks_incomplete'])
    expect(few.body).toMatchObject({ message: 'Choose at least 2 photos: 1 more.' })
    await change(visitor, token, [pickOf(second, 'picked'), pickOf(third, 'picked')])
    expect((await send()).body).toMatchObject({ message: 'Choose at most 2 photos: 1 fewer.' })
    await change(visitor, token, [pickOf(third, 'none')])
    const sent = await send()
    expect(sent.body.list?.sent_at).toEqual(expect.any(String))
    expect((await send()).body.list?.sent_at).toBe(sent.body.list?.sent_at)
    expect(code(await change(visitor, token, [pickOf(first, 'none')]))).toEqual([409, 'picks_sent'])
    const [list] = await lists(link)
    expect(list).toMatchObject({ name: 'Anna', picked: 2, rejected: 0, notes: 0, sent_at: sent.body.list?.sent_at })
    const reopen = (who: Visitor) => who.post(`/api/shares/${link.id}/picks/${list?.id}/reopen`)
    expect((await reopen(await daymark.createUser())).status).toBe(404)
    expect((await reopen(shared.owner)).status).toBe(200)
    expect((await change(visitor, token, [pickOf(first, 'none')])).status).toBe(200)
  })

  it('S-SHARE-15 rule 102 has the access rules of the gallery: password, revoked, unknown, disabled', async () => {
    const link = await pickLink({}, { password: 'puffin' })
    const visitor = daymark.visitor()
    expect(code(await visitor.post(picksPath(link.token), { name: 'Anna' }))).toEqual([401, 'password_required'])
    await visitor.post(`/api/shares/public/${link.token}/unlock`, { password: 'puffin' })
    await startList(link.token, 'Anna', visitor)
    await shared.owner.patch(`/api/shares/${link.id}`, { picks: null })
    expect(code(await visitor.get(picksPath(link.token)))).toEqual([403, 'picks_off'])
    await shared.owner.patch(`/api/shares/${link.id}`, { picks: {} })
    expect((await own(visitor, link.token)).name).toBe('Anna')
    await shared.owner.post(`/api/shares/${link.id}/revoke`)
    for (const answer of [
      await visitor.get(picksPath(link.token)),
      await change(visitor, link.token, [pickOf(shared.images[0], 'picked')]),
      await visitor.post(picksPath(link.token, '/send'), {}),
      await visitor.post(visitorPath(link.token, '/key')),
    ])
      expect(answer.status).toBe(410)
    expect((await visitor.get(picksPath('x'.repeat(22)))).status).toBe(404)
  })

  it('rule 102: guests behind one address begin lists without a limit; once a link is half full, 20 in 15 minutes', async () => {
    const { id, token } = await pickLink()
    for (let i = 0; i < 25; i++) await startList(token)
    await fillHalfOfLists(daymark, id)
    await daymark.clock.advance(16 * 60_000)
    for (let i = 0; i < 20; i++) await startList(token)
    expect(code(await daymark.visitor().post(picksPath(token), { name: 'One more' }))).toEqual([
      429,
      'too_many_requests',
    ])
  })
})

describe('the owner', () => {
  async function twoLists() {
    const link = await pickLink({ review: true })
    const [anna, ben] = [await startList(link.token, 'Anna'), await startList(link.token, 'Ben')]
    const [first, second, third] = shared.images
    await change(anna, link.token, [pickOf(first, 'picked', 'Larger, please'), pickOf(second, 'rejected')])
    await change(ben, link.token, [pickOf(first, 'picked'), pickOf(third, 'picked'), pickOf(second, 'none', '=1+1')])
    const path = `/api/shares/${link.id}/picks`
    const images = async (query = '') =>
      (await shared.owner.get<http.PickedImages>(`${path}/images${query}`)).body.images
    const file = (query: string) => shared.owner.get(`${path}/export${query}`)
    return { link, at: path, images, file, anna, ben }
  }

  it('rule 104 sees each list with counts, and each photo with its picks and notes, in gallery order', async () => {
    const { link, images } = await twoLists()
    const all = await lists(link)
    expect(all.map(({ name, picked, rejected, notes }) => [name, picked, rejected, notes])).toEqual([
      ['Ben', 2, 0, 1],
      ['Anna', 1, 1, 1],
    ])
    const names = (found: http.PickedImage[]) => found.map(({ filename }) => filename)
    expect(names(await images())).toEqual(['Beach 0.JPG', 'Beach 1.JPG', 'Beach 2.JPG'])
    expect(names(await images('?only=picked'))).toEqual(['Beach 0.JPG', 'Beach 2.JPG'])
    expect(names(await images('?only=rejected'))).toEqual(['Beach 1.JPG'])
    expect(names(await images(`?only=picked&list_id=${all[1]?.id}`))).toEqual(['Beach 0.JPG'])
    expect(names(await images('?limit=1&offset=1'))).toEqual(['Beach 1.JPG'])
    const [first] = await images()
    expect(first).toMatchObject({ picked: 2, rejected: 0, notes: 1 })
    expect(first?.by).toContainEqual({ list_id: all[1]?.id, choice: 'picked', note: 'Larger, please' })
  })

  it('rule 104 picks of a photo that left the gallery do not count until it returns', async () => {
    const { link } = await twoLists()
    const path = `/api/albums/${shared.album.id}/images`
    await shared.owner.delete(`${path}/${shared.images[2]?.id}`)
    await daymark.settle()
    expect((await lists(link)).map(({ picked }) => picked)).toEqual([1, 1])
    await shared.owner.post(path, { image_ids: [shared.images[2]?.id] })
    await daymark.settle()
    expect((await lists(link)).map(({ picked }) => picked)).toEqual([2, 1])
  })

  it('rule 105 exports names for Lightroom and Capture One, file names, and a table', async () => {
    const { file, link } = await twoLists()
    const text = async (query: string) => (await file(query)).bytes.toString()
    expect(await text('?format=lightroom')).toBe('Beach 0, Beach 2')
    expect(await text('?format=capture-one')).toBe('Beach 0 Beach 2')
    expect(await text('?format=names&only=rejected')).toBe('Beach 1.JPG\n')
    const table = await text('?format=csv')
    expect(table.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffFilename,Title,Picked,Rejected,Picked by,Rejected by,Notes',
      expect.stringMatching(/^Beach 0\.JPG,.*,2,0,"(Anna; Ben|Ben; Anna)",,"?Anna: Larger, please"?$/),
    ])
    expect(table).not.toMatch(/(^|,)=/m)
    const answer = await file('?format=names')
    expect(answer.headers.get('content-disposition')).toContain('Summer - names.txt')
    const [ben] = await lists(link)
    expect((await file(`?format=csv&list_id=${ben?.id}`)).headers.get('content-disposition')).toContain(
      'Summer - Ben.csv',
    )
    expect((await file('?format=exe')).status).toBe(400)
  })

  it('rule 105 exports a ZIP of sidecars with five stars or rejected, and the notes', async () => {
    const { file } = await twoLists()
    const files = unzip((await file('?format=xmp')).bytes).map(({ name, bytes }) => [name, bytes.toString()])
    expect(files.map(([name]) => name)).toEqual(['Beach 0.xmp', 'Beach 1.xmp', 'Beach 2.xmp'])
    expect(files[0]?.[1]).toContain('<xmp:Rating>5</xmp:Rating>')
    expect(files[0]?.[1]).toContain('<photoshop:Instructions>Larger, please</photoshop:Instructions>')
    expect(files[1]?.[1]).toContain('<xmp:Rating>-1</xmp:Rating>')
  })

  it('rule 104 a removed list is also removed for its visitor', async () => {
    const { link, at: path, anna } = await twoLists()
    const list = (await lists(link)).find(({ name }) => name === 'Anna')
    expect((await shared.owner.delete(`${path}/${list?.id}`)).status).toBe(200)
    expect((await lists(link)).map(({ name }) => name)).toEqual(['Ben'])
    expect((await anna.get<http.OwnPicks>(picksPath(link.token))).body.list).toBeNull()
    expect((await shared.owner.delete(`${path}/${list?.id}`)).status).toBe(404)
  })

  it('rule 104 lists are kept while their link is in the trash', async () => {
    const { link, anna } = await twoLists()
    await shared.owner.delete(`/api/shares/${link.id}`)
    expect((await anna.get(picksPath(link.token))).status).toBe(404)
    await shared.owner.post('/api/trash/restore', { share_ids: [link.id] })
    expect((await own(anna, link.token)).picks).toHaveLength(2)
    expect(await lists(link)).toHaveLength(2)
  })
})
