import type { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { linkPaths, mediaPath, createLink, createSharedGallery, statuses } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let gallery: Awaited<ReturnType<typeof createSharedGallery>>
let owner: SignedInUser
beforeAll(async () => {
  gallery = await createSharedGallery(daymark, { count: 1 })
  owner = gallery.owner
})

const make = (slug: unknown, who = owner, album_id = gallery.album.id) =>
  who.post<http.Share>('/api/shares', { album_id, slug })
const rename = (id: string, slug: string | null) => owner.patch<http.Share>(`/api/shares/${id}`, { slug })
const opens = async (address: string) => (await daymark.visitor().get(`/api/shares/public/${address}`)).status

describe('the readable address of a link', () => {
  it('is optional and becomes the copied address once it is set', async () => {
    const link = await createLink(owner, { album_id: gallery.album.id })
    expect(link).toMatchObject({ slug: null, url: `${daymark.url}/share/${link.token}` })
    const { status, body } = await rename(link.id, ' Anna-Jonas ')
    expect(status).toBe(200)
    expect(body).toMatchObject({ slug: 'anna-jonas', token: link.token, url: `${daymark.url}/share/anna-jonas` })
  })

  it('S-SHARE-10 S-SHARE-14 opens what the token opens: JSON, the three sizes, the download and the ZIP', async () => {
    await make('every-door')
    expect(await statuses(daymark.visitor(), linkPaths('every-door', gallery.image.filename))).toEqual(
      Array(6).fill(200),
    )
    expect(await opens('EVERY-Door')).toBe(200)
  })

  it('S-SHARE-20 S-TRK-01 visits by name and by token belong to the same visitor of the same link', async () => {
    const { body: link } = await make('counted')
    const visitor = daymark.visitor()
    for (const address of ['counted', link.token]) await visitor.get(`/api/shares/public/${address}`)
    const sent = { token: 'counted', event_type: 'photo_view', image_id: gallery.image.id }
    expect((await visitor.post('/api/shares/track', sent)).status).toBe(204)
    const links = (await owner.get<http.Share[]>('/api/shares')).body
    expect(links.find(({ id }) => id === link.id)?.view_count).toBe(1)
    expect((await visitor.post('/api/shares/track', { ...sent, token: 'nowhere-at-all' })).status).toBe(204)
  })

  it('rule 37 asks for the password once for name and token', async () => {
    const { body: link } = await make('locked-door')
    await owner.patch(`/api/shares/${link.id}`, { password: 'puffin', password_hint: 'A bird of Iceland' })
    const visitor = daymark.visitor()
    const refused = await visitor.get('/api/shares/public/locked-door')
    expect(refused).toMatchObject({ status: 401, body: { code: 'password_required', hint: 'A bird of Iceland' } })
    expect(await statuses(visitor, [mediaPath('locked-door', gallery.image.filename)])).toEqual([401])
    expect((await visitor.post('/api/shares/public/locked-door/unlock', { password: 'puffin' })).status).toBe(200)
    const paths = [
      ...linkPaths('locked-door', gallery.image.filename),
      ...linkPaths(link.token, gallery.image.filename),
    ]
    expect(await statuses(visitor, paths)).toEqual(Array(12).fill(200))
  })

  it('the previous address redirects until the link has no address', async () => {
    const { body: link } = await make('first-name')
    await rename(link.id, 'second-name')
    expect([await opens('first-name'), await opens('second-name')]).toEqual([200, 200])
    const page = await daymark.visitor().get('/share/first-name?photo=1')
    expect([page.status, page.headers.get('location')]).toEqual([302, '/share/second-name?photo=1'])
    expect((await daymark.visitor().get('/share/second-name')).status).not.toBe(302)
    expect((await rename(link.id, 'first-name')).status).toBe(200)
    await daymark.settle()
    expect((await daymark.visitor().get('/share/second-name')).headers.get('location')).toBe('/share/first-name')
    await rename(link.id, null)
    await daymark.settle()
    expect([await opens('first-name'), await opens('second-name'), await opens(link.token)]).toEqual([404, 404, 200])
  })

  it('S-SHARE-07 S-SHARE-21 rule 33 ends with its link, and a redirect reveals no new address of an ended link', async () => {
    const { body: link } = await make('old-and-dead')
    await rename(link.id, 'new-and-secret')
    await owner.post(`/api/shares/${link.id}/revoke`)
    await daymark.settle()
    for (const name of ['old-and-dead', 'new-and-secret'])
      expect(await statuses(daymark.visitor(), linkPaths(name, gallery.image.filename))).toEqual(Array(6).fill(410))
    expect((await daymark.visitor().get('/share/old-and-dead')).status).not.toBe(302)
  })

  it('is unique and stays reserved for its owner when the link is deleted', async () => {
    const { body: link } = await make('smith-wedding')
    const rival = await daymark.createUser()
    const album = (await rival.post<http.Album>('/api/albums', { title: 'Smith' })).body.id
    expect(await make('smith-wedding', rival, album)).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
    expect(await make('smith-wedding')).toMatchObject({ status: 409 })
    await owner.delete(`/api/shares/${link.id}`)
    expect(await make('smith-wedding', rival, album)).toMatchObject({ status: 409 })
    expect(await make('smith-wedding')).toMatchObject({ status: 201 })
    // a link with a taken name is not created
    expect((await rival.get<http.Share[]>('/api/shares')).body).toEqual([])
  })

  it('cannot be guessed: after 500 unknown names an IP address is blocked', async () => {
    const { body: link } = await make('well-hidden')
    await daymark.clock.advance(15 * 60_000)
    const thief = daymark.visitor()
    const answers = await statuses(
      thief,
      Array.from({ length: 502 }, (_, n) => `/api/shares/public/guess-${n}`),
    )
    expect(answers.filter(status => status === 404)).toHaveLength(500)
    expect(answers.filter(status => status === 429)).toHaveLength(2)
    expect(await statuses(thief, ['/api/shares/public/well-hidden'])).toEqual([429])
    expect(await opens(link.token)).toBe(200)
    await daymark.clock.advance(15 * 60_000)
    expect(await opens('well-hidden')).toBe(200)
  })
})
