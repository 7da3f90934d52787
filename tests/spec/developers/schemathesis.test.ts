import { describeWith } from '@daymark/testing/outside'
import { runSchemathesis } from '../../support/api/schemathesis.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, tokenOf, UNLIMITED } from '../../support/integrators.ts'
import { picture } from '../../support/shared-gallery.ts'

type Id = { id: string }

const daymark = setUpDaymark({ env: { ...UNLIMITED, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' } })

describeWith('schemathesis')('S-DEV-04 generated requests', () => {
  it('cause no server error, and the answers match the document', async () => {
    const other = await createIntegrator(await daymark.createUser({ tier: 'studio' }), ['admin'])
    const createId = async (path: string, body: object) => (await other.post<Id>(path, { ...body })).body.id
    const albums = await createId('/v1/albums', { title: 'First light' })
    const file = { name: 'a.jpg', bytes: await picture(1) }
    const images = (await other.upload<Id>('/v1/images', file, { fields: { album_id: albums } })).body.id
    const shares = await createId('/v1/shares', { album_id: albums })
    await daymark.settle()
    const found = await runSchemathesis({ url: daymark.url, token: tokenOf(other), ids: { albums, images, shares } })
    expect(found).toBe('')
  })
})
