import { randomUUID } from 'node:crypto'
import { everyAnswer, SharingWorld } from './sharing-world.ts'
import { readyPhoto, PublishingLibrary, type PhotoState } from './publishing-library.ts'

let w: SharingWorld
beforeAll(async () => void (w = await SharingWorld.start()))
afterAll(() => w.stop())

async function gallery(photos: Partial<PhotoState>[] = [{}], settings: Parameters<SharingWorld['create']>[2] = {}) {
  const library = new PublishingLibrary(w.world)
  const states = photos.map(given => readyPhoto(library.ownerId, given))
  const album = await library.album({ description: 'By the sea', theme: 'dark', photos: states })
  const link = await w.create(album, library.actor, settings)
  return { library, album, link, token: link.token, photos: states, photo: states[0] as PhotoState }
}
type PatchedFile = Extract<PhotoState['visitor'], { kind: 'patched' }>

describe('public answer', () => {
  it('S-SHARE-10 S-SHARE-11 S-SHARE-16 S-SHARE-22 is the album, the link and the images, and nothing else', async () => {
    const { token, link, library, photo } = await gallery([{ caption: 'Evening' }], { themeOverride: 'light' })
    expect(await w.gallery(token)).toEqual({
      linkId: link.id,
      ownerId: library.ownerId,
      album: {
        ...{ title: 'Summer', description: 'By the sea', theme: 'dark' },
        header: { layout: 'hero', photoId: null, x: 50, y: 50 },
        sections: [],
      },
      link: {
        token,
        allowDownloads: true,
        watermark: false,
        theme: 'auto',
        themeOverride: 'light',
        showTitles: true,
        showName: true,
        downloadSizes: ['original'],
        hasDownloadLimit: false,
        picks: null,
        comments: null,
        firstLook: null,
        expiresAt: null,
      },
      photos: [
        {
          id: photo.photoId,
          filename: photo.filename,
          title: photo.title,
          caption: 'Evening',
          width: 6000,
          height: 4000,
          orientation: 'landscape',
          placeholder: 'abc',
        },
      ],
    })
  })

  it('S-SHARE-17 S-PUB-09 has titles only if the link shows them', async () => {
    const { token } = await gallery([{}], { showTitles: false })
    const [image] = (await w.gallery(token)).photos
    expect(image).not.toHaveProperty('title')
  })

  it('is in the order of the album, and follows it', async () => {
    const { token, library, album, photos } = await gallery([{}, {}, {}])
    const ids = photos.map(p => p.photoId)
    const shown = async () => (await w.gallery(token)).photos.map(photo => photo.id)
    expect(await shown()).toEqual(ids)
    await library.place(album.albumId, 3, ids.toReversed())
    await w.world.settle()
    expect(await shown()).toEqual(ids.toReversed())
  })

  it('follows title, description, theme, caption and a photo that becomes ready', async () => {
    const { token, library, album, photo } = await gallery([{ status: 'processing', variants: null, version: 1 }])
    expect(await w.gallery(token)).toMatchObject({ photos: [] })
    await library.photo(readyPhoto(library.ownerId, { photoId: photo.photoId, caption: 'Ready', version: 2 }))
    await library.publishAlbum({ ...album, version: 3, title: 'Autumn', description: '', theme: 'light' })
    await w.world.settle()
    expect(await w.gallery(token)).toMatchObject({
      album: { title: 'Autumn', description: '', theme: 'light' },
      photos: [{ id: photo.photoId, caption: 'Ready' }],
    })
  })

  it('S-SHARE-12 S-PUB-14 says the same of every token there is no link for', async () => {
    const refusal = { status: 404, message: 'This gallery link may have expired or been removed.' }
    for (const token of ['0123456789012345678901', 'x', '', "' or 1=1 --", 'a\0b', randomUUID(), 'é'.repeat(22)])
      await expect(w.gallery(token)).rejects.toMatchObject(refusal)
  })
})

describe('a photo that goes', () => {
  it('L-MKT-08 is out of JSON, media and ZIP when it is deleted', async () => {
    const { token, library, photo, photos } = await gallery([{}, {}])
    await library.deletePhoto(photo)
    await w.world.settle()
    expect((await w.gallery(token)).photos.map(photo => photo.id)).toEqual([photos[1]?.photoId])
    await expect(w.locate(token, photo.filename)).rejects.toMatchObject({ code: 'photo_not_found', status: 404 })
    expect((await w.archive(token)).files).toHaveLength(1)
  })

  it('L-MKT-08 is out when it leaves the album, and back when it returns', async () => {
    const { token, library, album, photo } = await gallery()
    await library.place(album.albumId, 3, [], { removed: [photo.photoId] })
    await w.world.settle()
    expect((await w.gallery(token)).photos).toEqual([])
    await expect(w.locate(token, photo.filename)).rejects.toMatchObject({ status: 404 })
    expect((await w.archive(token)).files).toEqual([])
    await library.place(album.albumId, 4, [photo.photoId])
    await w.world.settle()
    expect(await everyAnswer(w, token, photo.filename)).toEqual(Array(4).fill('open'))
  })
})

describe('media of a link', () => {
  it.each(['sm', 'md', 'lg'] as const)('L-MEDIA-05 is the %s variant of its photos', async size => {
    const { token, link, library, photo } = await gallery([{ originalFilename: 'Strand.NEF' }])
    expect(await w.locate(token, photo.filename, { size })).toEqual({
      linkId: link.id,
      ownerId: library.ownerId,
      watermark: false,
      expiresAt: null,
      photoId: photo.photoId,
      key: `${size}/${photo.photoId}`,
      size: 100,
      sha256: `sha-${size}/${photo.photoId}`,
      mimeType: 'image/jpeg',
      downloadName: 'Strand.jpg',
    })
  })

  it('L-MEDIA-06 rule 39 is the original for a download', async () => {
    const { token, photo } = await gallery([{ originalFilename: 'Strand.JPG' }])
    expect(await w.locate(token, photo.filename, { size: 'sm', download: true })).toMatchObject({
      key: photo.original.key,
      size: 5000,
      mimeType: 'image/jpeg',
      downloadName: 'Strand.JPG',
    })
  })

  it('rule 38 is the original with its patches, alone and in the ZIP', async () => {
    const patches: PatchedFile['patches'] = [
      [20, 'AAECAw=='],
      [40, 100, 32],
    ]
    const { token, photo } = await gallery([{ visitor: { kind: 'patched', patches, crc32: 77 } }])
    const file = { key: photo.original.key, size: 5000, patches }
    const located = await w.locate(token, photo.filename, { download: true })
    expect(located).toMatchObject(file)
    expect(located.sha256).not.toBe(photo.original.sha256)
    expect((await w.archive(token)).files).toMatchObject([{ ...file, crc32: 77 }])
    expect(await w.locate(token, photo.filename)).not.toHaveProperty('patches')
  })

  it.each([
    ['rule 39 is the full-size JPEG of what few can open', 'full'],
    ['rule 38 is the large variant of a photo nothing is known of', 'lg'],
  ])('%s', async (_what, key) => {
    const rendition = { key, size: 100, width: 4, height: 3, sha256: 'sha', crc32: 7 }
    const library = new PublishingLibrary(w.world)
    const visitor = key === 'full' ? { kind: 'full' as const, rendition } : undefined
    const photo = readyPhoto(library.ownerId, { originalFilename: 'Strand.NEF', visitor })
    const album = await library.album({ photos: [photo] })
    const { token } = await w.create(album, library.actor)
    const expected = visitor ? key : photo.variants?.lg.key
    const found = { key: expected, mimeType: 'image/jpeg', downloadName: 'Strand.jpg' }
    expect(await w.locate(token, photo.filename, { download: true })).toMatchObject(found)
    expect((await w.archive(token)).files).toMatchObject([{ name: 'Strand.jpg', key: expected, size: 100 }])
  })

  it('L-MEDIA-07 S-SHARE-15 is not downloaded from a link without downloads', async () => {
    const { token, photo } = await gallery([{}], { allowDownloads: false })
    expect(await everyAnswer(w, token, photo.filename)).toEqual(['open', 'open', 'downloads_off', 'downloads_off'])
  })

  it('L-MEDIA-08 is refused to the token of another album, also of the same owner', async () => {
    const { library, photo } = await gallery()
    const other = await library.album({ title: 'Other', photos: [readyPhoto(library.ownerId)] })
    const { token } = await w.create(other, library.actor)
    for (const download of [false, true])
      await expect(w.locate(token, photo.filename, { download })).rejects.toMatchObject({ code: 'photo_not_found' })
  })

  it('L-MEDIA-08 is refused without a token, with a wrong one, and for names there are none of', async () => {
    const { token, photo } = await gallery()
    for (const wrong of ['', 'x', token.toLowerCase(), `${token}0`, '0'.repeat(22)])
      await expect(w.locate(wrong, photo.filename)).rejects.toMatchObject({ code: 'share_unavailable', status: 404 })
    for (const name of ['', 'x', '%', photo.filename, `${photo.filename}\0`, '../originals/x'])
      await expect(w.locate(token, '', { name })).rejects.toMatchObject({ code: 'photo_not_found', status: 404 })
  })

  it('is not that of another owner’s photo of the same name', async () => {
    const mine = await gallery()
    const theirs = await gallery([{ filename: mine.photo.filename }])
    expect(await w.locate(mine.token, mine.photo.filename)).toMatchObject({ photoId: mine.photo.photoId })
    expect(await w.locate(theirs.token, mine.photo.filename)).toMatchObject({ photoId: theirs.photo.photoId })
  })
})

describe('archive', () => {
  it('S-SHARE-14 lists the photos in album order by their original names, numbered where equal', async () => {
    const { library, token, link, photos } = await gallery([
      { originalFilename: 'b.jpg' },
      { originalFilename: 'a.jpg', takenAt: null },
      { originalFilename: 'B.JPG' },
    ])
    expect(await w.archive(token)).toEqual({
      linkId: link.id,
      ownerId: library.ownerId,
      watermark: false,
      expiresAt: null,
      title: 'Summer',
      size: 'original',
      hasLimit: false,
      files: ['b.jpg', 'a.jpg', 'B.JPG'].map((name, i) => ({
        photoId: photos[i]?.photoId,
        key: photos[i]?.original.key,
        name,
        size: 5000,
        sha256: photos[i]?.original.sha256,
        mimeType: 'image/jpeg',
        crc32: 9,
        modified: i === 1 ? null : '2026-04-01T10:00:00.000Z',
      })),
    })
  })

  it('leaves out what is not shown', async () => {
    const { token } = await gallery([{}, { status: 'failed', variants: null }])
    expect((await w.archive(token)).files).toHaveLength(1)
    expect((await w.gallery(token)).photos).toHaveLength(1)
  })
})
