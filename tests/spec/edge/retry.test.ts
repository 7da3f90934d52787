import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type http } from '@daymark/contracts'
import { type RetryTimeRange, retryFailedBetween } from '@daymark/library'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { picture } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let [alice, bob]: SignedInUser[] = []
beforeAll(async () => {
  // the test rewrites the originals, which other plans would encrypt
  const starter = () => daymark.createUser({ tier: 'starter' })
  ;[alice, bob] = [await starter(), await starter()]
})

const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 'x')])
const upload = async (member: SignedInUser, bytes: Buffer) =>
  (await member.upload<http.Image>('/api/images', { name: 'a.jpg', bytes })).body
const statusOf = async (member: SignedInUser, id: string) =>
  (await member.get<http.Image>(`/api/images/${id}`)).body.processing_status
/** Simulates a disk that can read the file again. */
async function mend(bytes: Buffer): Promise<void> {
  const folder = join(daymark.storageDir, 'objects', 'originals')
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (name.isFile()) writeFileSync(join(name.parentPath, name.name), bytes)
}
async function failed(member: SignedInUser, count = 1): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await upload(member, broken)).id)
  await daymark.settle()
  for (const id of ids) expect(await statusOf(member, id)).toBe('failed')
  return ids
}

describe('retrying', () => {
  it('a failed photo is processed again; a second request is accepted', async () => {
    const [id = ''] = await failed(alice!)
    await mend(await picture(1))
    const { status, body } = await alice!.post<http.Image>(`/api/images/${id}/retry`)
    expect([status, body.processing_status, body.processing_error]).toEqual([200, 'processing', null])
    await daymark.settle()
    expect(await statusOf(alice!, id)).toBe('completed')
    const again = await alice!.post<http.ErrorAnswer>(`/api/images/${id}/retry`)
    expect([again.status, again.body.message]).toEqual([409, 'Only photos that failed can be processed again.'])
  })

  it('a photo that still fails reports its error again', async () => {
    const [id = ''] = await failed(alice!)
    const answers = await Promise.all([1, 2].map(() => alice!.post(`/api/images/${id}/retry`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await daymark.settle()
    expect((await alice!.get<http.Image>(`/api/images/${id}`)).body).toMatchObject({
      processing_status: 'failed',
      processing_error: 'The file is damaged or cannot be displayed. The original is stored.',
    })
  })

  it('only the failed photos of a selection are retried', async () => {
    const processed = await upload(alice!, await picture(2))
    const ids = await failed(alice!, 2)
    await mend(await picture(3))
    const { status, body } = await alice!.post('/api/images/retry', { image_ids: [...ids, processed.id] })
    expect([status, body]).toEqual([200, { success: true, message: '2 photos are being processed again.' }])
    await daymark.settle()
    for (const id of ids) expect(await statusOf(alice!, id)).toBe('completed')
    expect((await alice!.post('/api/images/retry', { image_ids: ids })).status).toBe(409)
  })
})

describe('daymark photos retry', () => {
  const hour = 3_600_000
  const retry = (more: Partial<RetryTimeRange> = {}) =>
    retryFailedBetween(daymark.env, { from: new Date(Date.now() - hour), to: new Date(Date.now() + hour), ...more })

  it('retries the failures of a period, of one account or all, while the services run', async () => {
    await mend(await picture(5))
    await retry()
    await daymark.settle()
    const [mine = ''] = await failed(alice!)
    const [his = ''] = await failed(bob!)
    expect(await retry({ to: new Date(Date.now() - hour / 2) })).toBe(0)
    const { body: me } = await bob!.get<http.User>('/api/auth/me')
    await mend(await picture(4))
    expect(await retry({ ownerId: me.id })).toBe(1)
    await daymark.settle()
    expect([await statusOf(bob!, his), await statusOf(alice!, mine)]).toEqual(['completed', 'failed'])
    expect(await retry()).toBe(1)
    await daymark.settle()
    expect(await statusOf(alice!, mine)).toBe('completed')
    expect(await retry()).toBe(0)
  })
})
