import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Daymark as Client, DaymarkError, verifyWebhook } from '@daymark/client'
import { fromPath } from '@daymark/client/node'
import { type http, RESUMABLE_ABOVE_BYTES } from '@daymark/contracts'
import { Receiver, type Visitor } from '@daymark/testing/outside'
import sharp from 'sharp'
import { stopAll, startSync as start } from '../../support/api/sync.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, tokenOf, UNLIMITED } from '../../support/integrators.ts'

const PHOTOS = 150
const folders = ['', 'Anna & Tom', 'Anna & Tom/party']

// far more uploads than any test sends; an exhausted token gets one call per second
const uploads = { DAYMARK_DEVELOPER_UPLOADS_PER_HOUR: '3600' }
const daymark = setUpDaymark({
  env: { ...UNLIMITED, ...uploads, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' },
})
let api: Visitor
let root: string
let stateHome: string
let tile: Buffer
beforeAll(async () => {
  tile = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
})
beforeEach(async () => {
  api = await createIntegrator(await daymark.createUser({ tier: 'studio' }), ['read', 'write', 'webhooks'])
  root = await mkdtemp(join(tmpdir(), 'daymark-sync-'))
  stateHome = `${root}-state`
})
afterEach(async () => {
  stopAll()
  for (const folder of [root, stateHome]) await rm(folder, { recursive: true, force: true })
})

/** A real picture with unique content: decoders ignore bytes after its end. */
const put = async (path: string, content = path) => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), Buffer.concat([tile, Buffer.from(content)]))
}
const names = (count: number) => Array.from({ length: count }, (_, n) => join(folders[n % 3]!, `DSC_${1000 + n}.JPG`))

const sync = (args: string[] = [], env: Record<string, string> = { DAYMARK_TOKEN: tokenOf(api) }) =>
  start([root, '--url', daymark.url, ...args], { XDG_STATE_HOME: stateHome, ...env })

async function library(): Promise<http.v1.Image[]> {
  const images: http.v1.Image[] = []
  for (let cursor = ''; ;) {
    const { body } = await api.get<{ images: http.v1.Image[]; next_cursor: string | null }>(
      `/v1/images?limit=200${cursor}`,
    )
    images.push(...body.images)
    if (!body.next_cursor) return images
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}
const filenames = async () => (await library()).map(({ filename }) => filename).toSorted()

describe('daymark-sync', () => {
  it('S-V1-19 continues after it was killed: every photo exists once, in the album of its folder', async () => {
    const all = names(PHOTOS)
    await Promise.all(all.map(path => put(path)))
    const first = sync(['--album-per-folder'])
    await first.until(/^uploaded /, PHOTOS / 4)
    first.child.kill('SIGKILL')
    await first.ended
    const before = (await library()).length
    expect(before).toBeGreaterThanOrEqual(PHOTOS / 4)
    expect(before).toBeLessThan(PHOTOS)

    const second = await sync(['--album-per-folder']).ended
    expect([second.code, second.lines.at(-1)]).toEqual([0, expect.stringMatching(`^${PHOTOS} of ${PHOTOS}, `)])
    const sent = second.lines.filter(line => line.startsWith('uploaded ')).length
    // Uploads in progress may be sent again and are the same photo.
    expect(sent).toBeLessThanOrEqual(PHOTOS - PHOTOS / 4)
    expect(await filenames()).toEqual(all.map(path => path.split('/').at(-1)).toSorted())
    const { body } = await api.get<{ albums: http.v1.Album[] }>('/v1/albums')
    const counts = folders.map((_, n) => all.filter((__, index) => index % 3 === n).length)
    const created = body.albums.filter(({ title }) => title !== 'Favorites')
    expect(created.map(album => [album.title, album.image_count]).toSorted()).toEqual(
      ['Anna & Tom', 'Anna & Tom / party', root.split('/').at(-1)]
        .map((title, n) => [title, [counts[1], counts[2], counts[0]][n]])
        .toSorted(),
    )
    const third = await sync(['--album-per-folder']).ended
    expect(third.lines).toEqual([`${PHOTOS} of ${PHOTOS}, 0 uploaded (0.0 MB), 0 known`])
  })

  it('recognizes existing photos by content under any name, and uploads identical files once', async () => {
    await Promise.all([put('a.jpg'), put('b/a.jpg', 'the same'), put('b/c.jpg', 'the same'), put('d.jpg')])
    expect((await sync().ended).lines.at(-1)).toMatch(/^4 of 4, 3 uploaded \(.*\), 1 known$/)
    await rm(stateHome, { recursive: true })
    await put('renamed.jpg', 'a.jpg')
    expect((await sync().ended).lines.at(-1)).toBe('5 of 5, 0 uploaded (0.0 MB), 5 known')
    await put('a.jpg', 'changed')
    const { lines } = await sync().ended
    expect(lines).toEqual(['uploaded a.jpg', expect.stringMatching(/^5 of 5, 1 uploaded/)])
    expect(await library()).toHaveLength(4)
  })

  it('a dry run lists the changes without making them', async () => {
    await put('a.jpg')
    const { code, lines } = await sync(['--dry-run', '--album-per-folder']).ended
    expect([code, lines[0]]).toEqual([0, 'would upload a.jpg'])
    expect([await library(), existsSync(stateHome)]).toEqual([[], false])
  })

  it('uploads new files while it watches a folder', async () => {
    await put('a.jpg')
    const watcher = sync(['--watch', '--settle', '0.1'])
    await watcher.until(/^1 of 1/)
    await put('new/b.jpg')
    await watcher.until(/^uploaded new\/b\.jpg$/)
    watcher.child.kill('SIGINT')
    expect((await watcher.ended).code).toBe(0)
    expect(await filenames()).toEqual(['a.jpg', 'b.jpg'])
  })

  it('reports files that cannot be uploaded, continues with the others, and repeats the report at the end', async () => {
    await put('a.jpg')
    await writeFile(join(root, 'b.jpg'), 'no picture at all')
    const { code, lines } = await sync().ended
    expect([code, lines.filter(line => line.startsWith('failed'))]).toEqual([
      1,
      [expect.stringMatching(/^failed b\.jpg: /)],
    ])
    expect(await filenames()).toEqual(['a.jpg'])
  })

  it('S-V1-36 waits for the given time when the rate limit is reached, and uploads everything', async () => {
    await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map(path => put(path)))
    await writeFile(join(root, 'large.jpg'), Buffer.concat([tile, randomBytes(RESUMABLE_ABOVE_BYTES + 1_000_000)]))
    // A time in the future means everything up to now.
    await daymark.db('developer').sql(
      `INSERT INTO rate_limits (token_id, limit_name, full_at)
       SELECT id, limited, now() + interval '1 day' FROM api_tokens, unnest(ARRAY['calls', 'uploads']) AS limited
       WHERE hash = $1`,
      [createHash('sha256').update(tokenOf(api)).digest()],
    )
    const { code, lines } = await sync().ended
    expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^4 of 4, 4 uploaded/)])
    const waits = lines.filter(line => line.endsWith('(rate_limited)'))
    expect(waits.length).toBeGreaterThan(1)
    for (const line of waits)
      expect(line).toMatch(/^Waiting 1 s: Rate limit exceeded\. .* in 1 seconds\. \(rate_limited\)$/)
    expect(await filenames()).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'large.jpg'])
  })

  it('S-V1-19 keeps the state of different accounts apart', async () => {
    await put('a.jpg')
    expect((await sync().ended).code).toBe(0)
    const [name = ''] = await readdir(join(stateHome, 'daymark-sync'))
    const state = join(stateHome, 'daymark-sync', name)
    const before = await readFile(state, 'utf8')
    const other = await createIntegrator(await daymark.createUser({ tier: 'studio' }))
    const env = { DAYMARK_TOKEN: tokenOf(other) }
    for (const args of [[], ['--watch']]) {
      const { code, lines } = await sync(args, env).ended
      const sentence = `${state} belongs to another account. Name another file for this account with --state.`
      expect([code, lines.at(-1)]).toEqual([1, sentence])
    }
    expect([await readFile(state, 'utf8'), (await other.get<{ total: number }>('/v1/images')).body.total]).toEqual([
      before,
      0,
    ])
    const own = await sync(['--state', join(root, 'other.jsonl')], env).ended
    expect(own.lines.at(-1)).toMatch(/^1 of 1, 1 uploaded/)
    expect((await sync().ended).lines.at(-1)).toBe('1 of 1, 0 uploaded (0.0 MB), 0 known')
  })

  it('reads the token from the environment or a file, and ends with an error message without a valid one', async () => {
    await put('a.jpg')
    const none = await sync([], {}).ended
    expect([none.code, none.lines[0]]).toEqual([2, expect.stringMatching(/^No token found/)])
    const wrong = await sync([], { DAYMARK_TOKEN: 'dm_wrong' }).ended
    expect([wrong.code, wrong.lines]).toEqual([1, ['Missing or invalid token (token_required)']])
    await writeFile(join(root, 'token'), `${tokenOf(api)}\n`)
    expect((await sync(['--token-file', join(root, 'token')], {}).ended).code).toBe(0)
  })
})

describe('the client', () => {
  const client = (options: object = {}) => new Client({ token: tokenOf(api), baseUrl: daymark.url, ...options })

  it('S-V1-14 S-V1-15 S-V1-24 creates an album, adds images, lists them page by page, and shares it', async () => {
    await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map(name => put(name)))
    const album = await client().albums.create({ title: 'Anna & Tom' })
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
      await client().images.upload(await fromPath(join(root, name)), { albumId: album.id, title: name })
    const titles = []
    for await (const { title } of client().images.all({ album_id: album.id, limit: 2 })) titles.push(title)
    expect(titles).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    const share = await client().shares.create({ album_id: album.id, allow_download: false })
    expect([share.allow_download, await client().stats()]).toMatchObject([false, { images: 3, albums: 1, shares: 1 }])
    await client().shares.revoke(share.id)
    await expect(client().albums.get(root)).rejects.toThrow(DaymarkError)
    await expect(client().albums.get(share.id)).rejects.toMatchObject({ status: 404, code: 'album_not_found' })
  })

  it('S-V1-19 resumes a large upload after a lost connection with every byte', async () => {
    const bytes = Buffer.concat([tile, randomBytes(RESUMABLE_ABOVE_BYTES + 1_000_000)])
    await writeFile(join(root, 'large.jpg'), bytes)
    const breaking = new AbortController()
    const onProgress = ({ sent }: { sent: number }) => sent > (RESUMABLE_ABOVE_BYTES * 3) / 4 && breaking.abort()
    const source = await fromPath(join(root, 'large.jpg'))
    const first = client().images.upload(source, { key: 'large', onProgress, signal: breaking.signal })
    await expect(first).rejects.toThrow(/abort/)
    const sentBytes: number[] = []
    const { id } = await client().images.upload(source, {
      key: 'large',
      onProgress: ({ sent }) => sentBytes.push(sent),
    })
    expect(sentBytes[0]).toBeGreaterThan(RESUMABLE_ABOVE_BYTES / 4)
    const { variants } = await client().images.get(id)
    expect((await api.get(new URL(variants.original).pathname)).bytes.equals(bytes)).toBe(true)
  })

  it('S-HOOK-01 verifies webhooks of the product, also while one secret replaces another', async () => {
    const receiver = await Receiver.open()
    try {
      const hook = await client().webhooks.create({ url: receiver.url, events: ['album.created'] })
      const { secret } = await client().webhooks.rotateSecret(hook.id)
      const { id } = await client().albums.create({ title: 'First light' })
      const { text: body, headers } = await receiver.take('album.created')
      for (const one of [hook.secret, secret])
        expect(await verifyWebhook({ body, headers, secret: one })).toMatchObject({
          type: 'album.created',
          data: { id },
        })
      await expect(verifyWebhook({ body: `${body} `, headers, secret })).rejects.toThrow(/signature/)
    } finally {
      await receiver.close()
    }
  })
})
