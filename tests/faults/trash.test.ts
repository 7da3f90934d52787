import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { linkPaths, createSharedGallery, statuses } from '../support/shared-gallery.ts'
import { HeldUp } from './support/held-up.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

describe(`rule 25 kill -9 while the trash is worked on, ${bus} bus`, () => {
  let place: Installation
  let held: HeldUp
  beforeAll(async () => {
    place = await install(bus)
    await place.photographer()
    held = await HeldUp.in(place)
  })
  afterAll(async () => {
    await held?.end()
    await place?.stop()
  })

  const trash = async (owner: SignedInUser) => (await owner.get<http.TrashList>('/api/trash')).body.counts
  const albums = async (owner: SignedInUser) =>
    (await owner.get<http.Album[]>('/api/albums')).body.filter(album => !album.is_favorites)
  const inTheMiddle = (...services: string[]) =>
    pollUntil(`${services.join(' and ')} is in the middle`, async () => {
      const waiting = await held.services()
      return services.every(name => waiting.includes(name))
    })
  /** What is asked for is never answered: who should answer dies. */
  const unanswered = (asked: Promise<unknown>) => void asked.catch(() => undefined)

  /** As visitors see it: over NATS pictures come after the upload has settled. */
  const opened = async (share: Parameters<typeof createSharedGallery>[1] = {}) => {
    const gallery = await createSharedGallery(place, { ...share, share: { allow_downloads: true } })
    const addresses = gallery.images.flatMap(({ filename }) => linkPaths(gallery.token, filename))
    const isOpen = async () => (await statuses(place.visitor(), addresses)).every(status => status === 200)
    const isClosed = async () => !(await statuses(place.visitor(), addresses)).includes(200)
    await pollUntil('the gallery is open', isOpen)
    await place.settle()
    return { ...gallery, isOpen, isClosed }
  }

  it('a restore happened or did not, and everybody learns of one that did', async () => {
    const { owner, album, images, originals, isOpen, isClosed } = await opened()
    const order = images.map(({ id }) => id)
    expect((await owner.delete(`/api/albums/${album.id}`, { deletePhotos: true })).status).toBe(200)
    await place.settle()
    const all = { images: 2, albums: 1, tags: 0, shares: 0 }
    expect(await trash(owner)).toMatchObject(all)
    await pollUntil('the gallery is closed', isClosed)
    const restore = () => owner.post('/api/trash/restore', { album_ids: [album.id] })

    // library has it all changed, and cannot say so
    await held.holding('BEGIN')
    await held.holding('LOCK TABLE library.outbox IN SHARE ROW EXCLUSIVE MODE')
    unanswered(restore())
    await inTheMiddle('library')
    await held.dieAndComeBack('ROLLBACK')
    expect(await trash(owner)).toMatchObject(all)
    expect(await albums(owner)).toEqual([])

    // library did it, and those who keep copies have not heard of it
    await held.holding('BEGIN')
    await held.holding('LOCK TABLE sharing.inbox IN SHARE ROW EXCLUSIVE MODE')
    expect((await restore()).status).toBe(200)
    await inTheMiddle('sharing')
    await held.dieAndComeBack('ROLLBACK')
    await place.settle()
    await pollUntil('the gallery is open again', isOpen)
    expect(await trash(owner)).toEqual({ images: 0, albums: 0, tags: 0, shares: 0 })
    const shown = (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body.images
    expect(shown.map(({ id }) => id)).toEqual(order)
    const kept = await Promise.all(shown.map(({ filename }) => owner.get(`/media/originals/${filename}`)))
    expect(kept.map(({ bytes }, n) => bytes.equals(originals[n] ?? Buffer.of()))).toEqual([true, true])
  })

  it('what was emptied goes to its last file, and nothing else', async () => {
    const other = await opened({ count: 1 })
    const before = place.objects().toSorted()
    const { owner, album, images } = await opened()
    expect(place.objects().length).toBeGreaterThan(before.length)
    await owner.delete(`/api/albums/${album.id}`, { deletePhotos: true })
    await place.settle()

    // half of it is due, and the rest cannot be reached
    await held.holding('BEGIN')
    expect(await held.holding('SELECT 1 FROM library.trash WHERE id = $1 FOR UPDATE', [album.id])).toHaveLength(1)
    unanswered(owner.delete('/api/trash', { all: true }))
    await inTheMiddle('library')
    await held.dieAndComeBack('ROLLBACK')
    expect(await trash(owner)).toMatchObject({ images: 2, albums: 1 })

    // library removed them, and media, which hears of each, cannot get at one
    await held.holding('BEGIN')
    const rendition = 'SELECT 1 FROM media.renditions WHERE photo_id = $1 FOR UPDATE'
    expect(await held.holding(rendition, [images[1]?.id])).toHaveLength(1)
    const ids = { image_ids: images.map(({ id }) => id), album_ids: [album.id] }
    expect((await owner.delete('/api/trash', ids)).status).toBe(200)
    await inTheMiddle('media')
    expect(await trash(owner)).toMatchObject({ images: 0, albums: 0, tags: 0 })
    await held.dieAndComeBack('ROLLBACK')
    await pollUntil('her files are gone', () => place.objects().toSorted().join() === before.join())
    await place.settle()
    const rest = `SELECT 1 FROM library.photos WHERE owner_id = $1 UNION ALL SELECT 1 FROM library.trash WHERE owner_id = $1`
    expect(await place.query(rest, [owner.id])).toEqual([])
    const shown = await other.owner.get(`/media/originals/${other.image.filename}`)
    expect([shown.status, shown.bytes.equals(other.originals[0] ?? Buffer.of())]).toEqual([200, true])
  })
})
