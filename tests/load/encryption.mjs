import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isInstalled } from '../../tools/programs/programs.mjs'
import { inParallel, seconds } from './client.mjs'
import { drain } from './drain.mjs'
import { alternate, MB } from './figures.mjs'
import { makeLightPhoto, writePhotos } from './pictures.mjs'
import { FILE_BYTES } from './upload.mjs'
import { wrk } from './variants.mjs'
import { shareAlbum } from './zip.mjs'

const part = 'encryption'

/** Cost of encryption at rest: accounts with and without it, in the same installation and run. */
export async function measureEncryption(context) {
  const [plain, secret] = [await accountOf(context, 'starter'), await accountOf(context, 'professional')]
  await measureReads(context, plain, secret)
  await measureVariants(context, plain, secret)
  await measureUploads(context, plain, secret)
}

/** A user with an album of large files, and with camera photos. */
async function accountOf({ installation, counts }, tier) {
  const { files, photos } = counts.encryption
  console.log(`  uploading ${files} files of 8 MiB and ${photos} photos, ${tier} …`)
  const { owner, ids, url } = await shareAlbum(installation, { count: files, tier })
  const originals = await Promise.all(
    ids.map(async id => `/media/originals/${(await owner.json('GET', `/api/images/${id}`)).filename}`),
  )
  const folder = join(installation.dir, `photos-${tier}`)
  mkdirSync(folder)
  const written = await writePhotos(folder, photos)
  const uploaded = []
  await inParallel(2, written, async path => {
    const { content } = await owner.upload('/api/images', basename(path), [await readFile(path)])
    uploaded.push(JSON.parse(content.toString()).id)
  })
  await installation.settled(owner.userId)
  const variants = await Promise.all(uploaded.map(async id => (await owner.json('GET', `/api/images/${id}`)).url))
  return { owner, zip: url, originals, variants, tier }
}

async function measureReads({ installation, report, counts }, plain, secret) {
  const original = async ({ owner, originals }) => {
    let [bytes, took] = [0, 0]
    for (const path of originals) {
      const { received, seconds: each } = await drain(installation.url + path, undefined, { cookie: owner.cookie })
      bytes += received
      took += each
    }
    return bytes / MB / took
  }
  const zip = async ({ zip: url }) => {
    const { received, announced, seconds: took } = await drain(url)
    if (received !== announced) throw new Error(`${url} announced ${announced} bytes and sent ${received}`)
    return received / MB / took
  }
  for (const [what, rate] of [
    ['originals', original],
    ['ZIP', zip],
  ])
    await compare(report, { what, rate, unit: 'MB/s', rounds: counts.encryption.rounds, plain, secret, atLeast: 0.7 })
}

async function measureVariants({ installation, report, counts }, plain, secret) {
  if (!isInstalled('wrk')) return report.skip(part, 'wrk is missing')
  const { rounds, connections, seconds: long } = { ...counts.variants, rounds: counts.encryption.rounds }
  for (const size of ['sm', 'md', 'lg']) {
    const rate = ({ owner, variants, tier }) => {
      const list = join(installation.dir, `encryption-${tier}-${size}.txt`)
      writeFileSync(list, variants.map(url => url.replace('/lg/', `/${size}/`)).join('\n'))
      return wrk({ url: installation.url, list, cookie: owner.cookie, seconds: long, connections })
    }
    await compare(report, { what: `variants, ${size}`, rate, unit: 'requests/s', rounds, plain, secret, atLeast: 0.7 })
  }
}

async function measureUploads({ installation, report, counts }, plain, secret) {
  const { rounds, each } = counts.encryption
  const light = await makeLightPhoto()
  const rate = async ({ owner }, round) => {
    const names = Array.from({ length: each }, (_, i) => `later-${round}-${i}.jpg`)
    const took = await seconds(() =>
      inParallel(4, names, name => owner.upload('/api/images', name, light(FILE_BYTES, name))),
    )
    await installation.settled(owner.userId)
    return (each * FILE_BYTES) / MB / took
  }
  await compare(report, { what: 'uploads', rate, unit: 'MB/s', rounds, plain, secret })
}

async function compare(report, { what, rate, unit, rounds, plain, secret, atLeast }) {
  await rate(plain, 'first') // fills the page cache
  await rate(secret, 'first')
  const result = await alternate(
    rounds,
    round => rate(plain, round),
    round => rate(secret, round),
  )
  const of = `${result.product.toFixed(0)} ${unit} encrypted against ${result.reference.toFixed(0)} plain, ${rounds} rounds`
  report.add({ part, what: `encrypted against plain, ${what}`, value: result.ratio, atLeast, of })
}
