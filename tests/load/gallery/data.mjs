import { Client, inParallel } from '../client.mjs'
import { median } from '../figures.mjs'
import { analyze } from '../seed.mjs'
import { seedGallery } from './seed.mjs'

const part = 'gallery'
const AT_ONCE = 8
const [SMALL, LARGE] = [1000, 5000]

/** The requests that a browser needs before drawing: all photos of a gallery, all photos of an album. */
export async function measureGallery({ installation, report, counts }) {
  const galleries = []
  for (const photos of [SMALL, LARGE]) galleries.push({ photos, ...(await seedGallery({ installation, photos })) })
  await analyze(installation)
  const times = counts.gallery.each
  const measured = async (what, { atMost, clients = 1, ...asked }) => {
    const value = median(await timesOf({ installation, times: times * clients, clients, ...asked }))
    report.add({ part, what: `p50, ${what}`, value, unit: 'ms', atMost, of: `${times * clients} requests` })
  }
  for (const { photos, token } of galleries) {
    const asked = { path: `/api/shares/public/${token}` }
    await measured(`data of a gallery of ${photos}`, { ...asked, atMost: 8 })
    await measured(`the same, ${AT_ONCE} visitors at once`, { ...asked, atMost: 30, clients: AT_ONCE })
  }
  const [{ albumId, owner }] = galleries
  const asked = { path: `/api/albums/${albumId}`, cookie: owner.cookie }
  await measured(`an album of ${SMALL}, by its owner`, { ...asked, atMost: 30 })
}

async function timesOf({ installation, path, cookie, clients, times }) {
  const client = new Client(installation.url, cookie)
  const taken = []
  const ask = async () => {
    const began = performance.now()
    const { status } = await client.send('GET', path, { headers: { 'accept-encoding': 'gzip, br' } })
    if (status !== 200) throw new Error(`GET ${path}: ${status}`)
    taken.push(performance.now() - began)
  }
  await inParallel(
    clients,
    Array.from({ length: times }, (_, i) => i),
    ask,
  )
  client.close()
  return taken
}
