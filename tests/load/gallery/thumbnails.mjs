import { join } from 'node:path'
import { has } from '../../../tools/programs.mjs'
import { Client, inParallel, seconds } from '../client.mjs'
import { alternate } from '../figures.mjs'
import { startNginx } from '../nginx.mjs'
import { analyse } from '../seed.mjs'
import { linkFiles, seedGallery } from './seed.mjs'

const part = 'thumbnails'
const ways = [
  { what: 'by share link', path: token => stem => `/media/share/sm/${stem}.jpg?token=${token}`, cookie: () => '' },
  { what: 'by session', path: () => stem => `/media/variants/sm/${stem}.jpg`, cookie: owner => owner.cookie },
]

/**
 * What a visitor meets first: pictures that nobody asked for before. Every photo is another one and asked for once, each round has a
 * gallery of its own, and nginx sends the same files to the same client.
 */
export async function measureThumbnails({ installation, report, counts }) {
  if (!has('nginx')) return report.skip(part, 'nginx is missing')
  const { rounds, photos, clients } = counts.thumbnails
  for (const way of ways) {
    const root = join(installation.dir, `nginx ${way.what}`.replaceAll(' ', '-'))
    const galleries = []
    // the first one only warms up
    for (let round = 0; round <= rounds; round++)
      galleries.push(await seedGallery({ installation, photos, sizes: ['sm'] }))
    await analyse(installation)
    for (const gallery of galleries) {
      const withoutQuery = stem => way.path(gallery.token)(stem).split('?')[0]
      linkFiles({ installation, gallery, size: 'sm', root: join(root, 'www'), path: withoutQuery })
    }
    const nginx = await startNginx(root)
    const load = async (url, gallery) => {
      const client = new Client(url, way.cookie(gallery.owner))
      try {
        return (
          photos / (await seconds(() => inParallel(clients, gallery.stems.map(way.path(gallery.token)), look(client))))
        )
      } finally {
        client.close()
      }
    }
    try {
      for (const url of [nginx.url, installation.url]) await load(url, galleries[rounds])
      const result = await alternate(
        rounds,
        round => load(nginx.url, galleries[round]),
        round => load(installation.url, galleries[round]),
      )
      const of = `${result.product.toFixed(0)} a second against ${result.reference.toFixed(0)} by nginx, ${photos} distinct photos a round, ${clients} clients`
      report.add({ part, what: `new thumbnails ${way.what}`, value: result.ratio, atLeast: 0.4, of })
    } finally {
      await nginx.stop()
    }
  }
}

const look = client => async path => {
  const { status, content } = await client.send('GET', path)
  if (status !== 200 || content.length < 41_000)
    throw new Error(`GET ${client.url}${path}: ${status}, ${content.length} bytes: ${content.subarray(0, 200)}`)
}
