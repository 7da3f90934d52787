import { randomUUID } from 'node:crypto'
import { type http, PLANS, RESUMABLE_ABOVE_BYTES, subscriptionChanged } from '@daymark/contracts'
import { pollUntil, Visitor } from '@daymark/testing/outside'
import { continueUpload, interruptUpload, progressOf, resumable } from '../../support/raw-requests.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { brokenJpeg } from '../../support/pictures.ts'

const AT_ONCE = 16
// all requests reach library at the same time and wait for one row
const daymark = setUpDaymark({ env: { DAYMARK_RPC_TIMEOUT_MS: '60000', DAYMARK_DATABASE_LOCK_MS: '60000' } })

const SMALL = 20_000
const small = brokenJpeg(SMALL)
const LARGE = Math.ceil((RESUMABLE_ABOVE_BYTES + 1_000_000) / SMALL) * SMALL
const large = brokenJpeg(LARGE)

type Sent = { status: number; body: { code?: string } }
const uploadSmall = (by: Visitor): Promise<Sent> =>
  by.upload('/api/images', { name: 'small.jpg', bytes: small, type: 'image/jpeg' })
/** Uses the session in other browsers with their own connections. */
const browsersOf = (owner: SignedInUser, count: number) =>
  Array.from({ length: count }, () => new Visitor(daymark.url, { cookie: owner.cookieHeader() }))

/** Creates an account with exactly this storage limit. */
async function ownerOf(storageLimit: number): Promise<SignedInUser> {
  const owner = await daymark.createUser({ tier: 'studio' })
  const plan = { userId: owner.id, tier: 'studio', status: 'active', endDate: null, version: 99, storageLimit } as const
  await daymark.publish(subscriptionChanged, owner.id, plan)
  await daymark.settle()
  return owner
}
const objects = async (prefix: string): Promise<number> => (await daymark.store.list(prefix)).length
async function used(owner: SignedInUser): Promise<number> {
  await daymark.settle()
  return (await owner.get<http.Subscription>('/api/subscription')).body.storage.used
}
const codes = (answers: Sent[]) =>
  answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.code])

describe(`${AT_ONCE} concurrent requests`, () => {
  it('S-SUB-17 rule 8 uploads fill the storage to the last byte, and rejected uploads store nothing', async () => {
    const owner = await ownerOf(10 * SMALL)
    const before = await objects('originals/')
    const answers = await Promise.all(browsersOf(owner, AT_ONCE).map(uploadSmall))
    expect(codes(answers)).toEqual(Array(AT_ONCE - 10).fill([413, 'quota_exceeded']))
    expect(await used(owner)).toBe(10 * SMALL)
    expect((await owner.get<http.ImageList>('/api/images')).body.total).toBe(10)
    expect((await objects('originals/')) - before).toBe(10)
  })

  it('S-SUB-17 rule 8 resumed large uploads and small ones fill the storage to the last byte', async () => {
    const limit = 2 * LARGE + 10 * SMALL
    const owner = await ownerOf(limit)
    const broken = Array.from({ length: 2 }, () => randomUUID())
    const offsets = new Map<string, number>()
    for (const key of broken) {
      await interruptUpload(owner, large, { until: LARGE / 2, headers: resumable(key) })
      await pollUntil('a part is stored', async () => {
        offsets.set(key, (await progressOf(owner, key)).offset)
        return (offsets.get(key) ?? 0) > 0
      })
    }
    expect(await used(owner)).toBe(0)
    // An upload in progress counts with its announced length.
    expect(codes([await continueUpload(owner, randomUUID(), { bytes: large, offset: 0 })])).toEqual([
      [413, 'quota_exceeded'],
    ])
    const others = browsersOf(owner, AT_ONCE - broken.length).map(async by => ({
      size: SMALL,
      ...(await uploadSmall(by)),
    }))
    const continued = broken.map(async key => {
      const answer = await continueUpload(owner, key, { bytes: large, offset: offsets.get(key) ?? 0 })
      return { size: LARGE, ...answer }
    })
    const answers = await Promise.all([...others, ...continued])
    const acceptedBytes = answers.filter(({ status }) => status === 201).reduce((sum, { size }) => sum + size, 0)
    expect(await used(owner)).toBe(acceptedBytes)
    expect(acceptedBytes).toBeLessThanOrEqual(limit)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const { size, status, body } of refused)
      expect([status, body.code, acceptedBytes + size > limit]).toEqual([413, 'quota_exceeded', true])
  })

  it('S-SUB-07 L-ROLE-04 rule 9 exactly ten albums are created on Starter', async () => {
    const owner = await daymark.createUser({ tier: 'starter' })
    const make = (by: Visitor) => by.post<http.ErrorAnswer>('/api/albums', { title: 'At once' })
    const answers = await Promise.all(browsersOf(owner, AT_ONCE).map(make))
    const limit = PLANS.starter.albumLimit ?? 0
    expect(codes(answers)).toEqual(Array(AT_ONCE - limit).fill([403, 'album_limit']))
    const { body: albums } = await owner.get<http.Album[]>('/api/albums')
    expect(albums.filter(album => !album.is_favorites)).toHaveLength(limit)
    // a deletion makes room for exactly one
    await owner.delete(`/api/albums/${albums.at(-1)?.id}`)
    const again = await Promise.all(browsersOf(owner, AT_ONCE).map(make))
    expect(again.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})
