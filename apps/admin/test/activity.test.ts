import { randomUUID } from 'node:crypto'
import { activity, linkCreated, photoUpdated, type Output, userDeleted } from '@daymark/contracts'
import { actorOf, startServices, setUp } from '@daymark/testing'
import { pollUntil } from '@daymark/testing/outside'
import { MAX_ACTIVITY_ROWS, DeleteOldActivity } from '../src/activity/delete-old-activity.job.ts'
import { adminService } from '../src/index.ts'

const DAY_MS = 86_400_000
const superAdmin = actorOf(randomUUID(), 'super_admin')
const services = setUp(() => startServices([adminService]))

type Items = Output<typeof activity.list>['items']
const list = async (user?: string): Promise<Items> =>
  (await services.rpc.call(activity.list, { limit: 500, user }, superAdmin)).items
const count = async (): Promise<number> => (await list()).length
const waitForCount = (wanted: number) => pollUntil(`${wanted} items`, async () => (await count()) === wanted)

const publishLink = (ownerId: string, linkId = randomUUID(), id = randomUUID()) =>
  services.publish(
    linkCreated,
    linkId,
    { linkId, ownerId, albumId: randomUUID(), version: 1, active: true, watermark: false, expiresAt: null },
    id,
  )
const publishPhoto = (ownerId: string, { photoId = randomUUID(), version = 1 } = {}) =>
  services.publish(photoUpdated, photoId, {
    photoId,
    ownerId,
    version,
    filename: 'a.jpg',
    originalFilename: 'IMG 1.jpg',
    title: '',
    caption: '',
    status: 'processing',
    width: null,
    height: null,
    orientation: null,
    placeholder: null,
    takenAt: null,
    original: { key: 'k', size: 1, sha256: 's', crc32: 1, mimeType: 'image/jpeg', format: 'jpeg' },
    variants: null,
  })

describe('activity', () => {
  it('is listed without names, titles and view counts while the services that own them do not run', async () => {
    const owner = randomUUID()
    await publishLink(owner)
    await publishPhoto(owner)
    await waitForCount(2)
    const unknown = { userId: owner, userName: null, albumTitle: null, viewCount: null }
    expect(await list(owner)).toEqual([
      { ...unknown, id: expect.any(String), type: 'image_uploaded', filename: 'IMG 1.jpg', at: expect.any(String) },
      { ...unknown, id: expect.any(String), type: 'share_created', filename: null, at: expect.any(String) },
    ])
  })

  it('contains each photo and link once, despite duplicate events and later changes', async () => {
    const [owner, photoId, linkId, event] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await publishPhoto(owner, { photoId })
    await publishPhoto(owner, { photoId })
    await publishPhoto(owner, { photoId, version: 2 })
    await publishLink(owner, linkId, event)
    await publishLink(owner, linkId, event)
    await publishLink(owner, linkId)
    await services.settle()
    expect((await list(owner)).map(item => item.type).toSorted()).toEqual(['image_uploaded', 'share_created'])
  })

  it('of deleted users is removed, of other users it is not', async () => {
    const [deletedUser, otherUser] = [randomUUID(), randomUUID()]
    for (const owner of [deletedUser, otherUser]) await publishPhoto(owner)
    await services.settle()
    expect(await list(deletedUser)).toHaveLength(1)
    await services.publish(userDeleted, deletedUser, { userId: deletedUser })
    await pollUntil('the items are gone', async () => (await list(deletedUser)).length === 0)
    expect(await list(otherUser)).toHaveLength(1)
  })

  it('is limited to the newest entries, of at most 90 days', async () => {
    const owner = randomUUID()
    for (let n = 0; n < 4; n++) await publishPhoto(owner)
    await services.settle()
    const newest = await list(owner)
    const db = services.db('admin')
    await db.commit(tx =>
      tx.sql(
        `INSERT INTO activity (id, type, at, user_id, object_id)
         SELECT gen_random_uuid(), 'share_created', $1::timestamptz - n * interval '1 ms', $2, gen_random_uuid()
         FROM generate_series(1, $3::int) n`,
        [new Date(+services.clock.now() - DAY_MS), randomUUID(), MAX_ACTIVITY_ROWS],
      ),
    )
    const rows = async () => (await db.sql('SELECT count(*)::int AS n FROM activity'))[0]?.['n']
    await services.runJob('admin', DeleteOldActivity)
    expect(await rows()).toBe(MAX_ACTIVITY_ROWS)
    expect(await list(owner)).toEqual(newest)
    services.clock.advance(89 * DAY_MS)
    await publishLink(owner)
    services.clock.advance(2 * DAY_MS)
    await services.runJob('admin', DeleteOldActivity)
    expect((await list()).map(item => item.type)).toEqual(['share_created'])
  })
})
