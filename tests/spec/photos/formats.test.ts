import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { fixture, sample, withFixtures } from '@daymark/testing/outside'
import sharp from 'sharp'
import { type Daymark, type Member, startDaymark } from '../../support/daymark.ts'
import { well } from '../../support/ready.ts'
import { stem } from '../../support/shared-gallery.ts'

/** A row of the fixtures' index: what ExifTool says of the file, and what a measured prototype made of it. */
type Row = {
  file: string
  header?: { mk?: string | null; md?: string | null; t?: string | null; gps?: boolean }
  pipeline: { ok: boolean; out?: string }
}
const rows = (pattern: RegExp): Row[] =>
  (JSON.parse(readFileSync(fixture('index.json'), 'utf8')) as Row[]).filter(row => pattern.test(row.file))
/**
 * The media service's own tests decode every file each time; here a third of each folder goes through the front door. Over NATS the
 * decoding is the same code, and one file of each folder proves that the bytes come through.
 */
const some = (all: Row[]): Row[] => {
  const folders = [...Map.groupBy(all, row => row.file.split('/')[0]).values()]
  return folders.flatMap(rows => (process.env['DAYMARK_TEST_BUS'] === 'nats' ? rows.slice(0, 1) : sample(rows, 3)))
}

withFixtures('real photos through the front door', () => {
  let daymark: Daymark
  let user: Member
  beforeAll(async () => {
    daymark = await startDaymark()
    user = await daymark.user({ tier: 'studio' })
  })
  afterAll(() => daymark.stop())

  /** Uploads four at a time; answers what became of each file. */
  async function processed(files: Row[]): Promise<{ row: Row; status: number; image: http.Image }[]> {
    const queue = [...files]
    const answers: { row: Row; status: number; id: string }[] = []
    const client = async () => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        const { status, body } = await user.upload<http.Image>('/api/images', fixture(row.file), {
          name: basename(row.file),
        })
        answers.push({ row, status, id: body.id })
      }
    }
    await Promise.all([client(), client(), client(), client()])
    const results = []
    for (const { row, status, id } of answers) results.push({ row, status, image: await whenDone(id) })
    return results
  }

  async function whenDone(id: string | undefined): Promise<http.Image> {
    for (let tries = 0; ; tries++) {
      const { body } = await user.get<http.Image>(`/api/images/${id}`)
      if (id === undefined || body.processing_status !== 'processing') return body
      if (tries > 1500) throw new Error(`${body.original_filename} is never done`)
      await delay(100)
    }
  }

  const variant = async (image: http.Image, size: string) => {
    const { status, bytes } = await user.get(`/media/variants/${size}/${stem(image.filename)}.jpg`)
    expect([image.original_filename, size, status]).toEqual([image.original_filename, size, 200])
    return bytes
  }

  it('L-FMT-01 L-FMT-02 L-FMT-03 L-FMT-04 L-FMT-05 L-FMT-06 L-FMT-07 L-FMT-08 L-FMT-09 L-FMT-10 L-MKT-05 every format ends with three upright variants of the expected size, and EXIF as in the index', async () => {
    const good = some(
      rows(/^(jpeg|png|gif|webp|bmp\/[gq]|heic|avif|tiff|raw|raw-built|colour)/).filter(r => r.pipeline.ok),
    )
    const results = await processed(good)
    for (const { row, status, image } of results) {
      const says = `${row.file}: ${image.processing_error ?? ''}`
      expect([says, status, image.processing_status]).toEqual([says, 201, 'completed'])
      const { width, height, format } = await sharp(await variant(image, 'lg')).metadata()
      expect([row.file, `${width}x${height}`, format]).toEqual([row.file, row.pipeline.out?.split(' ')[0], 'jpeg'])
      for (const [size, edge] of [
        ['sm', 480],
        ['md', 1280],
      ] as const) {
        const small = await sharp(await variant(image, size)).metadata()
        expect(Math.max(small.width, small.height)).toBe(Math.min(edge, Math.max(width, height)))
      }
      expect(image.orientation).toBe(shape(image.width ?? 0, image.height ?? 0))
      const [theirs, ours] = facts(row, image)
      expect([row.file, ours]).toEqual([row.file, theirs])
    }
  })

  it('L-ENT-05 L-ENT-06 all eight orientations look alike', async () => {
    const results = await processed(rows(/^orientation\/Landscape_[1-8]/))
    const looks = await Promise.all(
      results.map(async ({ image }) => {
        expect(image).toMatchObject({ width: 1800, height: 1200, orientation: 'landscape' })
        return sharp(await variant(image, 'sm'))
          .resize(12, 8, { fit: 'fill' })
          .raw()
          .toBuffer()
      }),
    )
    const [upright] = looks
    for (const look of looks) {
      const sum = look.reduce((total, level, at) => total + Math.abs(level - (upright?.[at] ?? 0)), 0)
      expect(sum / look.length).toBeLessThan(4)
    }
  })

  it('every damaged and hostile file ends in a clean refusal or a usable photo, and the service stays well', async () => {
    const results = await processed(some(rows(/^(bad|bomb)\//)))
    const ends = results.map(({ row, status, image }) => [row.file, outcome(status, image)])
    const clean = results.map(({ row }) => [row.file, expect.stringMatching(/^(refused|completed|failed: [A-Z].*\.)$/)])
    expect(ends).toEqual(clean)
    for (const { image } of results.filter(r => r.image.processing_status === 'completed')) await variant(image, 'sm')
    expect(await well(daymark.stranger(), '/api/health')).toMatchObject({ ok: true })
    expect(await daymark.db('media').sql('SELECT subscriber, reason FROM dead_letters')).toEqual([])
  })
})

const shape = (width: number, height: number): string => {
  const ratio = width / height
  if (Math.abs(ratio - 1) <= 0.01) return 'square'
  return ratio > 1 ? 'landscape' : 'portrait'
}

/** An empty file has no bytes to tell its type by: that is a 400 or a 415. */
function outcome(status: number, image: http.Image): string {
  if (status === 415 || status === 400) return 'refused'
  if (status !== 201) return `status ${status}`
  const { processing_status: end, processing_error: reason } = image
  return end === 'failed' ? `failed: ${reason}` : end
}

/** What the index says of a file, and the same facts as the product tells them. */
function facts({ header = {} }: Row, { exif_data: exif }: http.Image): [unknown[], unknown[]] {
  const taken = header.t?.slice(0, 19).replace(/^(\d+):(\d+):(\d+) /, '$1-$2-$3T')
  const pairs = [
    [header.mk?.trim(), exif.make],
    [header.md?.trim(), exif.model],
    [taken, exif.date_taken?.slice(0, 19)],
    [header.gps ? 'number' : undefined, typeof exif.gps?.latitude],
  ].filter(([theirs]) => Boolean(theirs))
  return [pairs.map(([theirs]) => theirs), pairs.map(([, ours]) => ours)]
}
