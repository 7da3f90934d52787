import { randomUUID } from 'node:crypto'
import { anonymous, sharing, system } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { sharedAlbum } from './shared-album.ts'
import { SharingServices } from './sharing-services.ts'

let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

describe('somebody else', () => {
  it('rule 122 reads no mail: only the system does, which sends it', async () => {
    const { actor } = await sharedAlbum(w)
    for (const who of [actor, anonymous, actorOf(randomUUID(), 'super_admin')])
      expect(await codeOf(w.services.rpc.call(sharing.readMail, { mailId: randomUUID() }, who))).toBe('forbidden')
    expect(await w.services.rpc.call(sharing.readMail, { mailId: randomUUID() }, system)).toEqual({ mail: null })
  })
})

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'it worked',
    (error: { code: string }) => error.code,
  )
