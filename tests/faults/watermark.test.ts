import { pollUntil } from '@daymark/testing/outside'
import { install, type Installation, SERVICES } from '../support/installation.ts'
import { mediaPath, createLink, createSharedGallery } from '../support/shared-gallery.ts'
import { logo, middleOf, SETTINGS, uploadLogo } from '../support/watermark.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const KILLS = 2

describe(`kill -9 during watermarking, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('S-WMA-06 rule 40 every picture is served with a watermark and never without, and no unreferenced file remains', async () => {
    place = await install(bus)
    const { owner, album, images } = await createSharedGallery(place, { count: 2, owner: await photographer(place) })
    await uploadLogo(owner, await logo('#ff0000'))
    const { token } = await createLink(owner, { album_id: album.id, watermark: true })
    const paths = images.flatMap(({ filename }) => [
      ...['sm', 'md', 'lg'].map(size => mediaPath(token, filename, size)),
      `${mediaPath(token, filename)}&download=1`,
    ])
    const visitor = place.visitor()
    const ask = async (path: string): Promise<number> => {
      const answer = await visitor.get(path).catch(() => undefined) // the server is down
      if (answer?.status === 200 && (await middleOf(answer.bytes))[0] < 200) throw new Error(`no watermark: ${path}`)
      return answer?.status ?? 0
    }
    const media = place.servers[bus === 'nats' ? SERVICES.indexOf('media') : 0]
    for (let kill = 0; kill < KILLS; kill++) {
      await owner.patch(SETTINGS, { opacity: 1, widthPercent: 40 + kill })
      const asking = paths.map(ask)
      await Promise.race(asking)
      await media?.kill()
      await media?.start()
      await Promise.all(asking)
      for (const path of paths) await pollUntil(`${path} is served`, async () => (await ask(path)) === 200)
    }
    const [now] = await place.query<{ version: string }>('SELECT version FROM media.watermarks')
    const rows = await place.query('SELECT 1 FROM media.watermarked_files WHERE version = $1', [now?.version])
    expect(rows).toHaveLength(paths.length)
    expect(place.objects().filter(path => path.includes(`.${now?.version}.jpg`))).toHaveLength(paths.length)
    await place.settle()
    expect(await place.query('SELECT reason FROM media.dead_letters')).toEqual([])
  })
})

const photographer = async (place: Installation) => {
  await place.photographer()
  return place.createUser({ tier: 'studio' })
}
