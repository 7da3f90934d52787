import { COMMENT_LIMITS, type http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { openEventStream } from '../../support/event-stream.ts'
import { sha256 } from '../../support/pictures.ts'
import { etagOf } from '../../support/raw-requests.ts'
import {
  linkPaths,
  mediaPath,
  createLink,
  createSharedGallery,
  statuses,
  stem,
  unzip,
} from '../../support/shared-gallery.ts'
import { ANNA, pickOf, picksPath, sendList, writeComment } from '../../support/visitor-actions.ts'

const daymark = setUpDaymark()

const publicPath = (token: string) => `/api/shares/public/${token}`
const look = async (token: string) => (await daymark.visitor().get<http.PublicShare>(publicPath(token))).body

describe('what a visitor gets', () => {
  it('L-MKT-02 S-SHARE-10 S-SHARE-11 S-SHARE-22 album, link and images, without credentials', async () => {
    const { token, images } = await createSharedGallery(daymark, { share: { theme: 'light', theme_override: 'dark' } })
    const { status, body } = await daymark.visitor().get<http.PublicShare>(publicPath(token))
    expect(status).toBe(200)
    const words = { title: 'Summer', description: 'By the sea', theme: 'dark', image_count: 2 }
    const head = { header_layout: 'hero', cover_image_id: null, cover_x: 50, cover_y: 50, sections: [] }
    expect(body.album).toEqual({ ...words, ...head })
    expect(body.link).toEqual({
      token,
      allow_downloads: true,
      watermark: false,
      theme: 'light',
      theme_override: 'dark',
      show_titles: true,
      download_sizes: ['original'],
      has_download_limit: false,
      picks: null,
      comments: null,
      first_look: null,
      expires_at: null,
    })
    expect(body.images).toEqual(
      images.map(({ id, filename, title, caption, width, height, orientation, placeholder }) => ({
        id,
        filename,
        title,
        caption,
        width,
        height,
        orientation,
        placeholder,
        url: mediaPath(token, filename, 'lg'),
      })),
    )
  })

  it('S-SHARE-16 rule 38 nothing about the owner, the original file or other links', async () => {
    const { token, owner, album } = await createSharedGallery(daymark, { count: 1, share: { password: '' } })
    const other = await createLink(owner, { album_id: album.id, password: 'another secret' })
    const text = JSON.stringify(await look(token))
    const me = (await owner.get<http.User>('/api/auth/me')).body
    for (const secret of [owner.id, owner.email, me.username, other.token, other.id, 'originals/', 'password', 'exif'])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(/Beach 0|sha256|crc32|storage|tags|is_favorite/)
  })

  it('rule 38 the name of the photographer only if the link shows it', async () => {
    const owner = await daymark.createUser({ displayName: 'Ada Berg' })
    const { token, link } = await createSharedGallery(daymark, { owner, count: 0 })
    expect(await look(token)).toMatchObject({ photographer: 'Ada Berg' })
    await owner.patch(`/api/shares/${link.id}`, { show_name: false })
    expect(await look(token)).toMatchObject({ photographer: null })
    const nameless = await createSharedGallery(daymark, { count: 0 })
    expect(await look(nameless.token)).toMatchObject({ photographer: null })
  })

  it('S-SHARE-17 S-PUB-09 titles only if the link shows them, captions always', async () => {
    const { token, owner, image } = await createSharedGallery(daymark, { count: 1, share: { show_titles: false } })
    await owner.patch(`/api/images/${image.id}`, { title: 'A title', caption: 'A caption' })
    await daymark.settle()
    const [shown] = (await look(token)).images
    expect(shown).toMatchObject({ caption: 'A caption' })
    expect(shown).not.toHaveProperty('title')
  })

  it('S-PUB-16 rule 35 without a theme of the link, the override or the album decides', async () => {
    const { token } = await createSharedGallery(daymark, { count: 0, share: { theme: null } })
    const { link, album } = await look(token)
    expect([link.theme, link.theme_override, album.theme]).toEqual([null, null, 'dark'])
  })

  it('changes of the album: order, new photos, title', async () => {
    const { token, owner, album, images } = await createSharedGallery(daymark)
    const order = images.map(image => image.id).toReversed()
    await owner.post(`/api/albums/${album.id}/reorder`, { order })
    await owner.patch(`/api/albums/${album.id}`, { title: 'Autumn' })
    await daymark.settle()
    const shown = await look(token)
    expect(shown.album.title).toBe('Autumn')
    expect(shown.images.map(image => image.id)).toEqual(order)
  })

  it('starts with the chosen cover while it is in the album', async () => {
    const { token, owner, album, images } = await createSharedGallery(daymark)
    const expectAlbum = (fields: object) =>
      pollUntil(async () => expect((await look(token)).album).toMatchObject(fields))
    const choose = (body: object) => owner.patch(`/api/albums/${album.id}`, { ...body })
    const chosen = { cover_image_id: images[1]?.id, cover_x: 20, cover_y: 75.5, header_layout: 'split' }
    await choose(chosen)
    await expectAlbum(chosen)
    await choose({ header_layout: 'text' })
    await expectAlbum({ header_layout: 'text', cover_image_id: null })
    await choose({ header_layout: 'split' })
    await expectAlbum(chosen)
    await owner.delete(`/api/albums/${album.id}/images/${images[1]?.id}`)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [images[1]?.id] })
    await expectAlbum({ cover_image_id: null, cover_x: 50, cover_y: 50, image_count: 2 })
  })

  it('rule 119 a changed title of a selected photo is no news at the next visit', async () => {
    const { owner, image } = await createSharedGallery(daymark, { count: 1 })
    const { token } = await createLink(owner, { image_ids: [image.id] })
    const visitor = daymark.visitor()
    const visit = async () => {
      await visitor.get(publicPath(token))
      return (await visitor.get<http.GalleryNews>(`${publicPath(token)}/news`)).body
    }
    await visit()
    await owner.patch(`/api/images/${image.id}`, { title: 'Noon' })
    await daymark.settle()
    await daymark.clock.advance(30 * 60_000)
    expect(await visit()).toMatchObject({ new_image_ids: [], corrected_image_ids: [] })
  })
})

describe('what a visitor sends', () => {
  it('rule 104 a list is locked once it is sent, until the owner reopens it, which the audit log records', async () => {
    const { owner, link, token, image } = await createSharedGallery(daymark, { count: 1, share: { picks: {} } })
    const visitor = daymark.visitor()
    await sendList(visitor, token, [pickOf(image, 'picked')])
    const change = () => visitor.post(picksPath(token, '/changes'), { changes: [pickOf(image, 'none')] })
    expect(await change()).toMatchObject({ status: 409, body: { code: 'picks_sent' } })
    const [list] = (await owner.get<http.SharePicks>(`/api/shares/${link.id}/picks`)).body.lists
    expect((await owner.post(`/api/shares/${link.id}/picks/${list?.id}/reopen`)).status).toBe(200)
    expect((await change()).status).toBe(200)
    await daymark.settle()
    const admin = await daymark.admin()
    const audit = await admin.get(`/api/admin/audit?actor=${owner.id}&action=picks.reopened`)
    expect(audit.body).toMatchObject({ entries: [{ target: { id: link.id }, details: { visitor: 'Anna' } }] })
  })

  it('rule 109 a comment appears on open pages of the owner', async () => {
    const { owner, album, token, image } = await createSharedGallery(daymark, { count: 1, share: { comments: {} } })
    const page = await openEventStream(daymark.url, owner)
    await writeComment(daymark.visitor(), token, image, ANNA)
    await page.until(changes => changes.some(one => one.type === 'comments.changed' && one.album_id === album.id))
    page.stop()
  })

  it('rule 108 60 comments an hour are accepted, and no more', async () => {
    const { token, image } = await createSharedGallery(daymark, { count: 1, share: { comments: {} } })
    const visitor = daymark.visitor()
    for (let count = 0; count < COMMENT_LIMITS.visitorPerHour; count++)
      expect((await writeComment(visitor, token, image, count === 0 ? ANNA : undefined)).status).toBe(201)
    expect(await writeComment(visitor, token, image)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
  })
})

describe('media of a link', () => {
  it('L-MEDIA-06 rule 39 download=1 is the original with its own name, byte for byte', async () => {
    const { token, image, originals } = await createSharedGallery(daymark, { count: 1 })
    const answer = await daymark.visitor().get(`${mediaPath(token, image.filename, 'sm')}&download=1`)
    expect(answer.bytes.equals(originals[0] as Buffer)).toBe(true)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*Beach 0\.JPG/)
  })

  it('L-MEDIA-07 S-SHARE-15 S-PUB-03 a link without downloads refuses them, and viewing works', async () => {
    const { token, image, owner, link } = await createSharedGallery(daymark, { share: { allow_downloads: false } })
    const addresses = linkPaths(token, image.filename)
    expect(await statuses(daymark.visitor(), addresses)).toEqual([200, 200, 200, 200, 403, 403])
    expect((await look(token)).link.allow_downloads).toBe(false)
    await owner.patch(`/api/shares/${link.id}`, { allow_downloads: true })
    expect(await statuses(daymark.visitor(), addresses)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('L-MEDIA-08 are refused without a token, with an unknown one and with that of another album', async () => {
    const { owner, image, token } = await createSharedGallery(daymark, { count: 1 })
    const other = await createSharedGallery(daymark, { count: 1, owner, title: 'Other' })
    const path = `/media/share/md/${stem(image.filename)}.jpg`
    const wrong = [
      '',
      '?token=',
      '?token=x',
      `?token=${token}x`,
      `?token=${other.token}`,
      `?token=${other.token}&download=1`,
    ]
    expect(
      await statuses(
        daymark.visitor(),
        wrong.map(query => path + query),
      ),
    ).toEqual(Array(6).fill(404))
    expect((await daymark.visitor().get(`${path}?token=${token}`)).status).toBe(200)
  })

  it('L-MKT-03 a new album has no link and cannot be read without a session', async () => {
    const { owner, album, image } = await createSharedGallery(daymark, { count: 1 })
    for (const link of (await owner.get<http.Share[]>('/api/shares')).body) await owner.delete(`/api/shares/${link.id}`)
    expect((await owner.get<http.Album>(`/api/albums/${album.id}`)).body.visibility).toBe('private')
    const variant = `/media/variants/md/${stem(image.filename)}.jpg`
    const paths = [
      '/api/albums',
      `/api/albums/${album.id}`,
      '/api/images',
      variant,
      `/media/originals/${image.filename}`,
    ]
    expect(await statuses(owner, paths)).toEqual([200, 200, 200, 200, 200])
    expect(await statuses(daymark.visitor(), paths)).toEqual([401, 401, 401, 401, 401])
    expect((await daymark.visitor().get(`/media/share/md/${stem(image.filename)}.jpg`)).status).toBe(404)
  })
})

describe('the ZIP', () => {
  it('S-SHARE-14 has the originals in album order, with numbered duplicate names and a Content-Length', async () => {
    const { token, owner, album, originals } = await createSharedGallery(daymark, { count: 2 })
    const again = { name: 'beach 0.jpg', bytes: originals[1] as Buffer, type: 'image/jpeg' }
    const { id } = (await owner.upload<http.Image>('/api/images', again)).body
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [id] })
    await daymark.settle()
    const answer = await daymark.visitor().get(`/api/shares/public/${token}/download`)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length))
    const files = unzip(answer.bytes)
    expect(files.map(file => file.name)).toEqual(['Beach 0.JPG', 'Beach 1.JPG', 'beach 0 (2).jpg'])
    const expected = [originals[0], originals[1], originals[1]] as Buffer[]
    expect(files.map((file, i) => file.bytes.equals(expected[i] as Buffer))).toEqual([true, true, true])
  })
})

it('rule 132 the manifest and SHA256SUMS have the name, length and hash of every file of the ZIP', async () => {
  const { token } = await createSharedGallery(daymark)
  const visitor = daymark.visitor()
  const files = unzip((await visitor.get(`${publicPath(token)}/download`)).bytes)
  const hashed = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }))
  const { body } = await visitor.get<http.GalleryManifest>(`${publicPath(token)}/manifest`)
  expect(body).toMatchObject({ total: 2, ready: 2, files: hashed })
  const sums = await visitor.get(`${publicPath(token)}/sha256sums`)
  expect(sums.bytes.toString()).toBe(hashed.map(file => `${file.sha256}  ${file.name}\n`).join(''))
  const head = await visitor.send('HEAD', `${publicPath(token)}/sha256sums`)
  expect([head.status, head.bytes.length, etagOf(head)]).toEqual([200, 0, etagOf(sums)])
})

it('rule 104 the owner sees, reopens and removes the pick list of a visitor', async () => {
  const { token, owner, link, image } = await createSharedGallery(daymark, { count: 1, share: { picks: {} } })
  const visitor = daymark.visitor()
  await sendList(visitor, token, [pickOf(image, 'picked')])
  const path = `/api/shares/${link.id}/picks`
  const lists = async () => (await owner.get<http.SharePicks>(path)).body.lists
  const [list] = await lists()
  expect(list).toMatchObject({ name: 'Anna', picked: 1, sent_at: expect.any(String) })
  const success = { status: 200, body: { success: true, message: expect.any(String) } }
  expect(await owner.post(`${path}/${list?.id}/reopen`)).toMatchObject(success)
  expect(await lists()).toMatchObject([{ sent_at: null }])
  expect(await owner.delete(`${path}/${list?.id}`)).toMatchObject(success)
  expect(await lists()).toEqual([])
})

describe('a link with a password', () => {
  it('rule 37 is closed until the password is entered, and then open to this visitor only', async () => {
    const { token, image, link } = await createSharedGallery(daymark, { count: 1, share: { password: 'sea' } })
    expect(link.has_password).toBe(true)
    const [visitor, addresses] = [daymark.visitor(), linkPaths(token, image.filename)]
    expect(await statuses(visitor, addresses)).toEqual(Array(6).fill(401))
    expect((await visitor.get(publicPath(token))).body).toMatchObject({ code: 'password_required' })
    expect((await visitor.post(`${publicPath(token)}/unlock`, { password: 'see' })).status).toBe(401)
    expect((await visitor.post(`${publicPath(token)}/unlock`, { password: 'sea' })).status).toBe(200)
    expect(await statuses(visitor, addresses)).toEqual(Array(6).fill(200))
    expect(await statuses(daymark.visitor(), addresses)).toEqual(Array(6).fill(401))
  })
})
