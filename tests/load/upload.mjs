import { Client, inParallel, seconds } from './client.mjs'
import { alternate, MB } from './figures.mjs'
import { peakDuring, residentMb } from './memory.mjs'
import { makeLightPhoto } from './pictures.mjs'
import { startReference } from './reference.mjs'

const part = 'upload'
export const FILE_BYTES = 8 * 2 ** 20

/** Upload rate with files that are very cheap to decode, so that almost only the upload is measured. */
export async function measureUpload({ installation, report, counts }) {
  // Encryption is measured separately (encryption.mjs).
  const owner = await installation.photographer('starter')
  const light = await makeLightPhoto()
  await measureGrowth({ installation, report, counts, owner, light })
  const reference = await startReference(installation.dir)
  const bare = new Client(reference.url)
  try {
    const { rounds, each, clients } = counts.upload
    const megabytes = (each * FILE_BYTES) / MB
    const sendTo = async (client, round) => {
      const names = Array.from({ length: each }, (_, i) => `bench-${round}-${i}.jpg`)
      const upload = name => client.upload('/api/images', name, light(FILE_BYTES, name))
      return megabytes / (await seconds(() => inParallel(clients, names, upload)))
    }
    const plainly = async round => {
      const rate = await sendTo(bare, round)
      reference.forget()
      return rate
    }
    const asPhotos = async round => {
      const rate = await sendTo(owner, round)
      await installation.settled(owner.userId) // decoding must not slow the reference down
      return rate
    }
    const result = await alternate(rounds, plainly, asPhotos)
    const of = `${result.product.toFixed(0)} MB/s against ${result.reference.toFixed(0)} by a bare Node server, ${rounds} x ${each} files, ${clients} clients`
    report.add({ part, what: 'upload of 8 MiB files', value: result.ratio, atLeast: 0.7, of })
  } finally {
    bare.close()
    await reference.stop()
  }
}

/** Runs before other uploads, whose freed memory would hide the growth. */
async function measureGrowth({ installation, report, counts, owner, light }) {
  const megabytes = counts.upload.largeMb
  for (let i = 0; i < 4; i++) await owner.upload('/api/images', 'warm-up.jpg', light(FILE_BYTES, String(i)))
  await installation.settled(owner.userId)
  const before = residentMb(installation.pid)
  const upload = () => owner.upload('/api/images', 'large.jpg', light(megabytes * 2 ** 20))
  const { peak } = await peakDuring(() => residentMb(installation.pid), upload)
  await installation.settled(owner.userId)
  const of = `from ${before.toFixed(0)} to at most ${peak.toFixed(0)} MB resident`
  report.add({
    part,
    what: `memory during an upload of ${megabytes} MiB`,
    value: peak - before,
    unit: 'MB',
    atMost: 64,
    of,
  })
}
