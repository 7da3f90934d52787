import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isInstalled } from '../../tools/programs/programs.mjs'
import { alternate } from './figures.mjs'
import { startNginx } from './nginx.mjs'
import { makeGallery } from './photos.mjs'

const part = 'variants'
const SIZES = ['sm', 'md', 'lg']

/** Pictures of a signed-in photographer with session and ownership checks, compared with nginx without checks. */
export async function measureVariants({ installation, report, counts, shared }) {
  const missing = ['nginx', 'wrk'].filter(program => !isInstalled(program))
  if (missing.length > 0) return report.skip(part, `${missing.join(' and ')} missing`)
  const gallery = await makeGallery({ installation, shared }, counts.variants.photos)
  await gallery.complete()
  const folder = join(installation.dir, 'nginx')
  const paths = await copyVariants(gallery.owner, counts.variants.photos, join(folder, 'www'))
  const nginx = await startNginx(folder)
  try {
    for (const size of SIZES) {
      const list = join(folder, `${size}.txt`)
      writeFileSync(list, paths.filter(path => path.includes(`/${size}/`)).join('\n'))
      const load = url => wrk({ url, list, cookie: gallery.owner.cookie, ...counts.variants })
      const result = await alternate(
        counts.variants.rounds,
        () => load(nginx.url),
        () => load(installation.url),
      )
      const of = `${result.product.toFixed(0)} requests/s against ${result.reference.toFixed(0)} by nginx, ${counts.variants.connections} connections`
      report.add({ part, what: `variants per second, ${size}`, value: result.ratio, atLeast: 0.25, of })
    }
  } finally {
    await nginx.stop()
  }
}

/** The same files under the same paths for nginx. */
async function copyVariants(owner, photos, folder) {
  const { images } = await owner.json('GET', `/api/images?limit=${photos}`)
  const paths = images.flatMap(({ url }) => SIZES.map(size => url.replace('/lg/', `/${size}/`)))
  for (const path of paths) {
    const { status, content } = await owner.send('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status}`)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return paths
}

const script = join(import.meta.dirname, 'variants.lua')

/** Requests per second. Any status other than 200 is an error. */
export async function wrk({ url, list, cookie, seconds, connections }) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, '-H', `Cookie: ${cookie}`, url]
  const child = spawn('wrk', args, {
    env: { ...process.env, DAYMARK_PATHS: list },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await text(child.stdout)
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  if (!(rate > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk on ${url}:\n${output}`)
  return rate
}
