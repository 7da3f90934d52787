import { createHash } from 'node:crypto'
import { http, MAX_HASHES_PER_CALL } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { picture } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let alice: SignedInUser
let bytes: Buffer
beforeAll(async () => void (bytes = await picture(1)))
beforeEach(async () => {
  alice = await daymark.createUser()
})

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const upload = async (owner: SignedInUser, name: string) =>
  (await owner.upload<http.Image>('/api/images', { name, bytes, type: 'image/jpeg' })).body
const known = async (owner: SignedInUser, ...hashes: string[]) =>
  (await owner.post<http.KnownImages>('/api/images/known', { sha256: hashes })).body.known

describe('files that the library already has', () => {
  it('are recognized by content under any name, and the first of several is answered', async () => {
    expect(await known(alice, sha256(bytes))).toEqual([])
    const first = await upload(alice, 'first.jpg')
    await upload(alice, 'second.jpg')
    const answer = await known(alice, sha256('unknown'), sha256(bytes).toUpperCase(), sha256(bytes))
    expect(answer.map(({ sha256: content, image }) => [content, image.id])).toEqual([[sha256(bytes), first.id]])
    expect(http.knownImages.safeParse({ known: answer }).success).toBe(true)
  })

  it('L-ROLE-01 belong to the own account only', async () => {
    const bob = await daymark.createUser()
    await upload(bob, 'bobs.jpg')
    expect(await known(alice, sha256(bytes))).toEqual([])
    expect(await known(bob, sha256(bytes))).toHaveLength(1)
  })

  it('L-API-15 are unknown again after deletion', async () => {
    const first = await upload(alice, 'first.jpg')
    const second = await upload(alice, 'second.jpg')
    await alice.delete(`/api/images/${first.id}`)
    expect((await known(alice, sha256(bytes))).map(({ image }) => image.id)).toEqual([second.id])
    await alice.delete(`/api/images/${second.id}`)
    expect(await known(alice, sha256(bytes))).toEqual([])
  })

  it('can be looked up by the thousand, by SHA-256 only', async () => {
    await upload(alice, 'first.jpg')
    const many = Array.from({ length: MAX_HASHES_PER_CALL - 1 }, (_, n) => sha256(String(n)))
    expect(await known(alice, ...many, sha256(bytes))).toHaveLength(1)
    const request = async (body: object) => (await alice.post('/api/images/known', { ...body })).status
    expect(await request({ sha256: [] })).toBe(200)
    expect(await request({ sha256: [...many, sha256('one'), sha256('more')] })).toBe(400)
    for (const wrong of [{}, { sha256: 'x' }, { sha256: [''] }, { sha256: ["' OR 1=1"] }, { sha256: [1] }])
      expect(await request(wrong)).toBe(400)
  })
})
