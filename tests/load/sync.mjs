import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { project } from '../../deploy/local/settings.mjs'

const part = 'sync'
const MAIN = join(project, 'libs/client/src/sync/main.ts')
const IN_A_FOLDER = 500
const AT_ONCE = 4

/** daymark-sync with a folder tree, killed half-way and restarted: no photo may be missing or uploaded twice. */
export async function measureSync({ installation, report, counts }) {
  const { photos } = counts.sync
  const owner = await installation.photographer()
  const { token } = await owner.json('POST', '/v1/tokens', { scopes: ['read', 'write'] })
  const folder = mkdtempSync(join(tmpdir(), 'daymark-bench-sync-'))
  try {
    await writePhotos(folder, photos)
    const run = options => sync({ folder, url: installation.url, token, ...options })
    await run({ killAt: photos / 2 })
    const before = await total(owner)
    const second = await run({})
    const rate = second.uploaded / second.took
    const of = `${photos} photos, killed after ${before}`
    report.add({
      part,
      what: 'photos missing or duplicated',
      value: Math.abs(photos - (await total(owner))),
      unit: 'photos',
      atMost: 0,
      of,
    })
    // Uploads in progress when it was killed may be sent again, and are deduplicated.
    report.add({
      part,
      what: 'photos sent twice',
      value: Math.max(before + second.uploaded - photos, 0),
      unit: 'photos',
      atMost: AT_ONCE,
      of,
    })
    report.add({ part, what: 'small photos uploaded', value: rate, unit: '/s', of: `${AT_ONCE} at once` })
    report.add({ part, what: 'a pass without changes', value: (await run({})).took, unit: 's', atMost: 5, of })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const total = async owner => (await owner.json('GET', '/api/images?limit=1')).total

/** The same picture with unique bytes after its end, which decoders ignore. */
async function writePhotos(folder, count) {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  for (let n = 0; n < count; n++) {
    const place = join(folder, `shoot ${Math.floor(n / IN_A_FOLDER)}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, `DSC_${n}.JPG`), Buffer.concat([picture, Buffer.from(String(n))]))
  }
}

async function sync({ folder, url, token, killAt = Infinity }) {
  const began = performance.now()
  const program = ['--conditions=daymark-src', '--disable-warning=ExperimentalWarning', MAIN, folder]
  const options = ['--url', url, '--album-per-folder', '--concurrency', String(AT_ONCE)]
  const child = spawn(process.execPath, [...program, ...options], {
    env: { PATH: process.env.PATH, DAYMARK_TOKEN: token, XDG_STATE_HOME: join(folder, '.state') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let uploaded = 0
  let last = ''
  createInterface({ input: child.stdout }).on('line', line => {
    last = line
    if (line.startsWith('uploaded ') && ++uploaded === killAt) child.kill('SIGKILL')
  })
  const [code, signal] = await once(child, 'close')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`daymark-sync ended with ${code}: ${last}`)
  return { uploaded, took: (performance.now() - began) / 1000 }
}
