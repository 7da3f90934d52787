import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { http } from '@daymark/contracts'
import { pollUntil, freePort, hasProgram, type Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, tokenOf, UNLIMITED } from '../../support/integrators.ts'
import { picture } from '../../support/shared-gallery.ts'

/** The samples exactly as the developer pages show them. */
const SAMPLES = join(import.meta.dirname, '../../../apps/web/src/features/developers/samples')
const all = await readdir(SAMPLES)
const bin = join(import.meta.dirname, '../../../node_modules/.bin')
/** Python with requests is installed with schemathesis, which needs it too. */
const python = hasProgram('schemathesis') ? join(dirname(realpathSync(join(bin, 'schemathesis'))), 'python') : ''
const hasShell = ['bash', 'curl', 'jq'].every(hasProgram)

const daymark = setUpDaymark({ env: { ...UNLIMITED, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
let api: Visitor
let folder: string
beforeEach(async () => {
  api = await createIntegrator(await daymark.createUser({ tier: 'studio' }), ['read', 'write', 'webhooks'])
  folder = await mkdtemp(join(tmpdir(), 'daymark-sample-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The placeholders that a reader has to replace. */
async function own(sample: string, more: [from: string, to: string][] = []): Promise<string> {
  let code = await readFile(join(SAMPLES, sample), 'utf8')
  const changes: [string, string][] = [
    ['https://photos.example.com', daymark.url],
    ['dm_your_token', tokenOf(api)],
  ]
  for (const [from, to] of more.length > 0 ? more : changes) {
    expect(code.split(from)).toHaveLength(2) // appears once, where it is easy to find
    code = code.replace(from, to)
  }
  const file = join(folder, sample.replace(/\.js$/, '.mjs'))
  await writeFile(file, code)
  return file
}

const commands: Record<string, [string, ...string[]]> = {
  js: [process.execPath],
  py: [python],
  sh: ['bash', '-euo', 'pipefail'],
}
async function prepareSample(sample: string, more: [string, string][] = []) {
  const [command, ...args] = commands[sample.split('.')[1]!]!
  const file = await own(sample, more)
  return spawn(command, [...args, file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
}
/** Runs a program and returns its output; fails with its exit code. */
async function run(sample: string): Promise<string> {
  const child = await prepareSample(sample)
  const [[code], printed, complaints] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  expect([sample, code, complaints]).toEqual([sample, 0, code === 0 ? complaints : ''])
  return printed
}

const photo = async (name: string, n = 1) => writeFile(join(folder, name), await picture(n))
const get = async <T>(path: string) => (await api.get<T>(path)).body
const images = async (query = '') => (await get<{ images: http.v1.Image[] }>(`/v1/images${query}`)).images
async function uploaded(title: string, more: object = {}): Promise<string> {
  const file = { name: `${title}.jpg`, bytes: await picture(title.length) }
  const { body } = await api.upload<http.v1.Image>('/v1/images', file, { fields: { title } })
  await daymark.settle()
  if (Object.keys(more).length > 0) await api.patch(`/v1/images/${body.id}`, { ...more })
  return body.id
}

/** The state after the quickstart in any language. */
async function quickstart(language: string): Promise<void> {
  await photo('photo.jpg')
  const printed = await run(`quickstart.${language}`)
  const { albums } = await get<{ albums: http.v1.Album[] }>('/v1/albums')
  const [album] = albums.filter(({ title }) => title !== 'Favorites')
  expect([album!.title, album!.image_count]).toEqual(['First light', 1])
  expect((await images()).map(({ title, album_id }) => [title, album_id])).toEqual([['Sunrise', album!.id]])
  const [share] = (await get<{ shares: http.v1.Share[] }>('/v1/shares')).shares
  expect([share!.album_id, printed]).toEqual([album!.id, expect.stringContaining(share!.public_url)])
}
async function authenticate(language: string): Promise<void> {
  await api.post('/v1/albums', { title: 'First light' })
  expect(await run(`authenticate.${language}`)).toContain('First light')
}

describe('S-DEV-08 S-DEV-09 samples in JavaScript work exactly as shown', () => {
  it('authenticate', () => authenticate('js'))
  it('quickstart', () => quickstart('js'))

  it('upload-new', async () => {
    await photo('a.jpg', 1)
    await photo('b.jpg', 2)
    const lines = (await run('upload-new.js')).trim().split('\n')
    expect(lines.toSorted()).toEqual(['uploaded a.jpg', 'uploaded b.jpg'])
    await photo('c.jpg', 3)
    expect(await run('upload-new.js')).toBe('uploaded c.jpg\n')
    expect((await images()).map(({ filename }) => filename).toSorted()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })

  it('show-favorites', async () => {
    await uploaded('One')
    const id = await uploaded('Second', { favorite: true })
    expect(await run('show-favorites.js')).toBe('Second\n')
    const stored = await readFile(join(folder, 'favorites', `${id}.jpg`))
    expect(
      (await api.get(new URL((await images(`?favorite=true`))[0]!.variants.medium).pathname)).bytes.equals(stored),
    ).toBe(true)
  })

  it('receive-webhook', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const body = { url, events: ['album.created'] }
    const hook = (await api.post<{ secret: string }>('/v1/webhooks', body)).body
    const child = await prepareSample('receive-webhook.js', [
      ['whsec_your_secret', hook.secret],
      ['8787', String(port)],
    ])
    try {
      const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
      const refusal = () => fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x' } })
      const refuses = async () => (await refusal()).status === 401
      await pollUntil('the receiver rejects requests without a signature', refuses)
      await api.post('/v1/albums', { title: 'First light' })
      expect((await line)[0]).toMatch(/^album\.created /)
    } finally {
      child.kill()
    }
  })
})

const inPython = python ? describe : describe.skip
inPython('S-DEV-08 S-DEV-09 samples in Python do what they say, exactly as they are shown', () => {
  it('authenticate', () => authenticate('py'))
  it('quickstart', () => quickstart('py'))

  it('back-up', async () => {
    const [first, other] = [await uploaded('One'), await uploaded('Second')]
    const { body } = await api.post<http.v1.Album>('/v1/albums', { title: 'First light' })
    await api.post(`/v1/albums/${body.id}/images`, { image_ids: [other, first] })
    expect((await run('back-up.py')).trim().split('\n')).toHaveLength(2)
    const stored = (await readdir(join(folder, 'backup', body.id))).toSorted()
    expect(stored).toEqual(['0000 Second.jpg', '0001 One.jpg'])
    expect((await readFile(join(folder, 'backup', body.id, stored[1]!))).equals(await picture(3))).toBe(true)
    expect(await run('back-up.py')).toBe('')
  })

  it('hand-over', async () => {
    await photo('a.jpg', 1)
    await photo('b.jpg', 2)
    const printed = await run('hand-over.py')
    const [share] = (await get<{ shares: http.v1.Share[] }>('/v1/shares')).shares
    expect(printed.trim().split('\n').at(-1)).toBe(share!.public_url)
    expect([share!.allow_download, await images(`?album_id=${share!.album_id}`)]).toMatchObject([true, [{}, {}]])
  })
})

const inShell = hasShell ? describe : describe.skip
inShell('S-DEV-08 S-DEV-09 samples with cURL do what they say, exactly as they are shown', () => {
  it('authenticate', () => authenticate('sh'))
  it('quickstart', () => quickstart('sh'))

  it('label', async () => {
    const id = await uploaded('Sunrise over the lake')
    expect(await run('label.sh')).toContain(id)
    expect(await images('?tag=portfolio')).toMatchObject([{ id, favorite: true, tags: ['2026', 'portfolio'] }])
  })
})

it('all samples are tested here; those in Swift were type-checked by hand', () => {
  const swift = ['authenticate.swift', 'quickstart.swift']
  const run = ['authenticate', 'quickstart'].flatMap(name => ['js', 'py', 'sh'].map(kind => `${name}.${kind}`))
  const others = ['upload-new.js', 'show-favorites.js', 'receive-webhook.js', 'back-up.py', 'hand-over.py', 'label.sh']
  expect(all.toSorted()).toEqual([...run, ...others, ...swift].toSorted())
})
