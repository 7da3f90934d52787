import { seconds } from './client.mjs'
import { median } from './figures.mjs'
import { analyze, seedLibrary } from './seed.mjs'

const part = 'bulk'
const PHOTOS = 1000

/** Actions on a thousand photos must take less than a second. One call each, as in the web application. */
export async function measureBulk({ installation, report, counts }) {
  const rounds = []
  for (let round = 0; round < counts.bulk.rounds; round++) rounds.push(await workThrough(installation))
  for (const what of Object.keys(rounds[0])) {
    const value = median(rounds.map(took => took[what]))
    report.add({ part, what: `${what} ${PHOTOS} photos`, value, unit: 's', atMost: 1, of: `${rounds.length} rounds` })
  }
}

async function workThrough(installation) {
  const owner = await installation.photographer()
  const { tagId } = await seedLibrary({ installation, owner, photos: PHOTOS, albumOf: [] })
  await analyze(installation)
  const { images } = await owner.json('GET', `/api/images?limit=${PHOTOS}`)
  const ids = images.map(({ id }) => id)
  const { id: album } = await owner.json('POST', '/api/albums', { title: 'A thousand photos' })
  const updates = ids.map((id, i) => ({ id, title: `Iceland ${i}` }))
  const took = {}
  for (const [what, method, path, body] of [
    ['tag', 'POST', '/api/tags/apply', { image_ids: ids, tag_ids: [tagId] }],
    ['add', 'POST', `/api/albums/${album}/images`, { image_ids: ids }],
    ['reorder', 'POST', `/api/albums/${album}/reorder`, { order: ids.toReversed() }],
    ['rename', 'POST', `/api/albums/${album}/batch-rename`, { updates }],
    ['remove', 'DELETE', `/api/albums/${album}/images`, { image_ids: ids }],
    ['delete', 'DELETE', '/api/images', { image_ids: ids }],
  ])
    took[what] = await seconds(() => owner.json(method, path, body))
  return took
}
