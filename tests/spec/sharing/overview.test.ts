import type { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const overviewOf = async (user: SignedInUser) => (await user.get<http.SharesOverview>('/api/shares/overview')).body
const albumOf = async (user: SignedInUser, title: string) =>
  (await user.post<http.Album>('/api/albums', { title })).body.id

describe('GET /api/shares/overview', () => {
  it('S-OVER-02 S-OVER-03 S-OVER-04 counts links and views, and previews links by the first 8 characters of their tokens', async () => {
    const { owner, album, link, image } = await createSharedGallery(daymark, { count: 1 })
    await daymark.visitor().get(`/api/shares/public/${link.token}`)
    const revoked = await createLink(owner, { album_id: album.id, expires_at: '2099-05-01T12:00:00Z' })
    await owner.post(`/api/shares/${revoked.id}/revoke`)
    const { albums } = await overviewOf(owner)
    expect(albums).toEqual([
      {
        id: album.id,
        kind: 'album',
        title: 'Summer',
        image_count: 1,
        cover_image: image.thumbnail_url,
        active_links: 1,
        total_links: 2,
        view_count: 1,
        links: [
          {
            id: link.id,
            token_start: link.token.slice(0, 8),
            revoked: false,
            active: true,
            view_count: 1,
            last_viewed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            expires_at: null,
          },
          {
            id: revoked.id,
            token_start: revoked.token.slice(0, 8),
            revoked: true,
            active: false,
            view_count: 0,
            last_viewed_at: null,
            expires_at: '2099-05-01T12:00:00.000Z',
          },
        ],
      },
    ])
    expect(JSON.stringify(albums)).not.toContain(link.token)
  })

  it('S-OVER-03 S-OVER-05 previews at most three links, active ones first, then the newest', async () => {
    const owner = await daymark.createUser()
    const album_id = await albumOf(owner, 'Many')
    const links: http.Share[] = []
    for (let n = 0; n < 5; n++) links.push(await createLink(owner, { album_id }))
    for (const n of [4, 3]) await owner.post(`/api/shares/${links[n]?.id}/revoke`)
    const [album] = (await overviewOf(owner)).albums
    expect(album).toMatchObject({ active_links: 3, total_links: 5 })
    expect(album?.links.map(({ id }) => id)).toEqual([2, 1, 0].map(n => links[n]?.id))
  })

  it('S-OVER-09 an expired link is not counted as active', async () => {
    const owner = await daymark.createUser()
    const album_id = await albumOf(owner, 'Ending')
    const expires_at = new Date(daymark.clock.now().getTime() + 60_000).toISOString()
    await createLink(owner, { album_id, expires_at })
    expect((await overviewOf(owner)).albums).toMatchObject([{ active_links: 1, links: [{ active: true }] }])
    await daymark.clock.advance(60_000)
    expect((await overviewOf(owner)).albums).toMatchObject([
      { active_links: 0, total_links: 1, links: [{ active: false, revoked: false }] },
    ])
  })

  it('S-OVER-02 S-OVER-07 lists the most recently shared album first, and albums without links too', async () => {
    const owner = await daymark.createUser()
    const [first, second, third] = [await albumOf(owner, 'A'), await albumOf(owner, 'B'), await albumOf(owner, 'C')]
    for (const album_id of [second, first]) await createLink(owner, { album_id })
    const overview = await overviewOf(owner)
    expect(overview.albums.map(({ id }) => id)).toEqual([first, second])
    // Favorites is included once it has photos
    expect(overview.albums_without_shares).toEqual([{ id: third, title: 'C', image_count: 0 }])
  })

  it('S-OVER-08 is empty for a new user, and contains no links of other users', async () => {
    await createSharedGallery(daymark, { count: 0 })
    expect(await overviewOf(await daymark.createUser())).toEqual({ albums: [], albums_without_shares: [] })
    expect((await daymark.visitor().get('/api/shares/overview')).status).toBe(401)
  })

  it('S-OVER-02 a deleted album disappears with its links', async () => {
    const { owner, album } = await createSharedGallery(daymark, { count: 0 })
    expect((await overviewOf(owner)).albums).toHaveLength(1)
    await owner.delete(`/api/albums/${album.id}`)
    expect(await overviewOf(owner)).toEqual({ albums: [], albums_without_shares: [] })
  })
})
