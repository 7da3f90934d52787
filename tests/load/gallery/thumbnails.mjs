import { join } from 'node:path'
import { isInstalled } from '../../../tools/programs/programs.mjs'
import { Client, inParallel, seconds } from '../client.mjs'
import { alternate, median } from '../figures.mjs'
import { cpuMs } from '../memory.mjs'
import { startNginx } from '../nginx.mjs'
import { analyze } from '../seed.mjs'
import { linkFiles, seedGallery } from './seed.mjs'

const part = 'thumbnails'
const ways = [
  { what: 'by share link', path: token => stem => `/media/share/sm/${stem}.jpg?token=${token}`, cookie: () => '' },
  { what: 'by session', path: () => stem => `/media/variants/sm/${stem}.jpg`, cookie: owner => owner.cookie },
]

/**
 * Pictures that were not requested before. Every photo is requested once, each round has its own gallery, and nginx sends the same
 * files to the same client.
 */
export async function measureThumbnails({ installation, report, counts }) {
  if (!isInstalled('nginx')) return report.skip(part, 'nginx is missing')
  const { rounds, photos, clients } = counts.thumbnails
  for (const way of ways) {
    const root = join(installation.dir, `nginx ${way.what}`.replaceAll(' ', '-'))
    const galleries = []
    // the first one is a warm-up
    for (let round = 0; round <= rounds; round++)
      galleries.push(await seedGallery({ installation, photos, sizes: ['sm'] }))
    await analyze(installation)
    for (const gallery of galleries) {
      const withoutQuery = stem => way.path(gallery.token)(stem).split('?')[0]
      linkFiles({ installation, gallery, size: 'sm', root: join(root, 'www'), path: withoutQuery })
    }
    const nginx = await startNginx(root)
    const load = async ({ url, cpu, processor }, gallery) => {
      const client = new Client(url, way.cookie(gallery.owner))
      const paths = gallery.stems.map(way.path(gallery.token))
      try {
        const before = cpu()
        const taken = await seconds(() => inParallel(clients, paths, look(client)))
        processor.push(((cpu() - before) * 1000) / photos)
        return photos / taken
      } finally {
        client.close()
      }
    }
    const workers = () => cpuMs(nginx.pid).children
    const reference = { url: nginx.url, cpu: workers, processor: [] }
    const product = { url: installation.url, cpu: () => cpuMs(installation.pid).own, processor: [] }
    try {
      for (const one of [reference, product]) await load({ ...one, processor: [] }, galleries[rounds])
      const result = await alternate(
        rounds,
        round => load(reference, galleries[round]),
        round => load(product, galleries[round]),
      )
      const each = ({ processor }) => `${median(processor).toFixed(0)} µs of processor each`
      const of = `${result.product.toFixed(0)} a second, ${each(product)}, against ${result.reference.toFixed(0)} by nginx, ${each(reference)}; ${photos} distinct photos a round, ${clients} clients`
      report.add({ part, what: `new thumbnails ${way.what}`, value: result.ratio, atLeast: 0.6, of })
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
