import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { http, subscriptionChanged } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { picture } from '../../support/shared-gallery.ts'
import { brokenJpeg } from '../../support/pictures.ts'

const LIMIT = 2_000_000
const daymark = setUpDaymark({ env: { DAYMARK_GATEWAY_UPLOAD_MAX_BYTES: String(LIMIT) } })
let alice: SignedInUser
let photo: Buffer
beforeAll(async () => {
  alice = await daymark.createUser()
  photo = await picture(1)
})

type Refusal = http.ErrorAnswer
const upload = (name: string, bytes: Buffer, headers?: Record<string, string>) =>
  alice.upload<http.Image & Refusal>('/api/images', { name, bytes }, { headers })
const originals = async (): Promise<string[]> => (await daymark.store.list('originals/')).sort()
/** Expects that `happens` stores and counts nothing. */
async function leavesNothing(happens: () => Promise<unknown>): Promise<void> {
  const state = async () => {
    const { body } = await alice.get<http.ImageList>('/api/images?limit=1')
    const { body: analytics } = await alice.get<{ totalStorage: number }>('/api/analytics')
    const temporary = readdirSync(join(daymark.storageDir, 'tmp'))
    return { total: body.total, storage: analytics.totalStorage, originals: await originals(), temporary }
  }
  await daymark.settle()
  const before = await state()
  await happens()
  await daymark.settle()
  const after = await state()
  expect({ ...after, storage: before.storage }).toEqual(before)
}
/** A part of a multipart body. */
function send(headers: Record<string, string | number>, pieces: (Buffer | string)[], visitor: SignedInUser = alice) {
  const cookie = visitor.cookieHeader()
  return new Promise<{ status: number; body: Refusal }>((resolve, reject) => {
    const sending = request(
      `${daymark.url}/api/images`,
      { method: 'POST', headers: { cookie, ...headers } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }),
        )
      },
    )
    sending.on('error', reject)
    for (const piece of pieces) sending.write(piece)
    sending.end()
  })
}
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const part = (name: string, filename: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`

describe('an upload', () => {
  it('L-API-07 L-MKT-04 stores every byte, with its checksum as ETag, under names of any length', async () => {
    const bytes = brokenJpeg(1_500_000)
    const name = `${'ü'.repeat(300)}.jpeg`
    const { status, body } = await upload(name, bytes)
    expect([status, body.size, body.file_extension]).toEqual([201, bytes.length, 'jpeg'])
    expect(body.original_filename.endsWith('ü.jpeg')).toBe(true)
    const stored = await alice.get(`/media/originals/${body.filename}`)
    expect(stored.bytes.equals(bytes)).toBe(true)
    expect(stored.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`)
  })

  it('L-API-07 reads the file from the field "file", whatever other parts there are', async () => {
    const body = [
      '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n',
      part('other', 'other.jpg'),
      'not this one',
      '\r\n',
      part('file', 'C:\\photos\\mine.jpg'),
      photo,
      '\r\n',
      part('file', 'second.jpg'),
      'nor this one',
      '\r\n--x--\r\n',
    ]
    const { status, body: image } = await send(FORM, body)
    expect([status, (image as unknown as http.Image).original_filename]).toEqual([201, 'mine.jpg'])
  })

  it('rule 19 is identified by its bytes: other content answers 415 with the sentence of the modal and stores nothing', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const others: [string, Buffer][] = [
      ['drawing.svg', svg],
      ['photo.jpg', svg],
      ['page.html', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['paper.pdf', Buffer.from('%PDF-1.7')],
      ['program.exe', Buffer.from('MZ'.padEnd(500, '\0'))],
      ['noise.jpg', randomBytes(100_000)],
    ]
    await leavesNothing(async () => {
      for (const [name, bytes] of others) {
        const { status, body } = await upload(name, bytes)
        expect([name, status, body.code]).toEqual([name, 415, 'unsupported_file'])
        expect(body.message).toBe(`We do not allow .${name.split('.')[1]} files to be uploaded.`)
      }
    })
  })

  it('rule 19 an empty or blank photo is rejected with a message', async () => {
    const empty = await upload('empty.jpg', Buffer.alloc(0))
    expect([empty.status, empty.body.code, empty.body.message]).toEqual([
      415,
      'empty_file',
      expect.stringMatching(/is empty/),
    ])
    const zeros = await upload('zeros.jpg', Buffer.alloc(5000))
    expect([zeros.status, zeros.body.code]).toEqual([415, 'image_unreadable'])
  })

  it('L-UPL-14 rule 19 an image is accepted under any name', async () => {
    expect((await upload('photo.exe', photo)).status).toBe(201)
    expect((await upload('no extension', photo)).status).toBe(201)
  })

  it('rule 19 above the limit answers 413, by announced length or by received bytes, exact to the byte', async () => {
    expect((await upload('fits.jpg', brokenJpeg(LIMIT))).status).toBe(201)
    await leavesNothing(async () => {
      for (const size of [LIMIT + 1, LIMIT + 3000, LIMIT * 3]) {
        const { status, body } = await upload('large.jpg', brokenJpeg(size))
        expect([status, body.code]).toEqual([413, 'file_too_large'])
      }
      const chunked = await send({ ...FORM, 'transfer-encoding': 'chunked' }, [
        part('file', 'a.jpg'),
        brokenJpeg(LIMIT + 1),
        '\r\n--x--',
      ])
      expect([chunked.status, chunked.body.code]).toEqual([413, 'file_too_large'])
    })
  })

  it('S-SUB-17 rule 8 over quota answers 413 with a message before anything is stored, with or without an announced length', async () => {
    const bob = await daymark.createUser()
    const plan = { userId: bob.id, tier: 'professional', status: 'active', endDate: null, version: 99 } as const
    await daymark.publish(subscriptionChanged, bob.id, { ...plan, storageLimit: 100_000 })
    await daymark.settle()
    const before = await originals()
    const refused = await bob.upload<Refusal>('/api/images', { name: 'a.jpg', bytes: brokenJpeg(150_000) })
    expect([refused.status, refused.body.code]).toEqual([413, 'quota_exceeded'])
    expect(refused.body.message).toBe('Your storage is full. Delete photos or upgrade your plan.')
    const body = [part('file', 'a.jpg'), brokenJpeg(150_000), '\r\n--x--']
    const withoutLength = await send({ ...FORM, 'transfer-encoding': 'chunked' }, body, bob)
    expect([withoutLength.status, withoutLength.body.code]).toEqual([413, 'quota_exceeded'])
    expect(await originals()).toEqual(before)
    expect((await bob.upload('/api/images', { name: 'a.jpg', bytes: photo })).status).toBe(201)
  })

  it('L-ROLE-02 without a session is rejected before its body is read', async () => {
    const { status, body } = await daymark
      .visitor()
      .upload<Refusal>('/api/images', { name: 'a.jpg', bytes: brokenJpeg(LIMIT) })
    expect([status, body.code]).toEqual([401, 'no_session'])
  })

  it('a request without a form or a file is rejected with a message', async () => {
    await leavesNothing(async () => {
      expect((await send({ 'content-type': 'image/jpeg' }, [photo])).status).toBe(415)
      expect((await send({ 'content-type': 'application/json' }, ['{}'])).status).toBe(415)
      expect((await send({ 'content-type': 'multipart/form-data' }, [photo])).status).toBe(415)
      const broken: (Buffer | string)[][] = [
        [],
        ['--x--'],
        [part('picture', 'a.jpg'), photo, '\r\n--x--'],
        ['--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nnot a file\r\n--x--'],
        [part('file', 'a.jpg'), photo],
        [part('file', 'a.jpg'), photo, '\r\n--x\r\nContent-Disposition: form-data; name="after"\r\n\r\nbreaks off'],
        ['no form at all'],
      ]
      for (const pieces of broken) {
        const { status, body } = await send(FORM, pieces)
        expect([status, body.code]).toEqual([400, 'invalid_input'])
      }
    })
  })

  it('an Idempotency-Key in another format is rejected', async () => {
    for (const key of ['', 'a b', 'x'.repeat(201)])
      expect((await upload('a.jpg', photo, { 'idempotency-key': key })).status).toBe(400)
  })

  it('concurrent uploads with one Idempotency-Key create one image and one file', async () => {
    const before = (await originals()).length
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => upload('once.jpg', photo, { 'idempotency-key': 'all-at-once' })),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await originals()).length).toBe(before + 1)
  })

  it('keeps the connection usable after a rejection and after a success', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await upload('no.jpg', randomBytes(300_000))).status).toBe(415)
      expect((await upload('yes.jpg', photo)).status).toBe(201)
    }
  })
})

describe('the sweep', () => {
  it('removes files of crashed uploads and no photo, even old or deleted ones', async () => {
    const { body: deleted } = await upload('deleted.jpg', photo)
    await alice.delete(`/api/images/${deleted.id}`)
    const photos = await originals()
    const now = Date.now().toString(16).padStart(12, '0')
    const left = `originals/${now.slice(0, 8)}-${now.slice(8)}-7000-8000-000000000001`
    await daymark.store.put(left, photo)
    expect(await daymark.sweepUploads()).toBe(0)
    expect(await originals()).toContain(left)
    await daymark.clock.advance(11 * 60_000)
    expect(await daymark.sweepUploads()).toBe(0)
    expect(await originals()).toContain(left)
    await daymark.clock.advance(7 * 24 * 3_600_000)
    expect(await daymark.sweepUploads()).toBe(1)
    expect(await originals()).toEqual(photos)
  })

  it('keeps a file whose form is still arriving, however long it takes and while other files are uploaded', async () => {
    const before = await originals()
    const cookie = alice.cookieHeader()
    const sending = request(`${daymark.url}/api/images`, { method: 'POST', headers: { cookie, ...FORM } })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    sending.write(part('file', 'slow.jpg'))
    sending.write(photo)
    sending.write('\r\n--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n')
    while ((await originals()).length === before.length) await new Promise(done => setImmediate(done))
    expect((await upload('other.jpg', photo)).status).toBe(201)
    await daymark.clock.advance(3 * 3_600_000)
    expect(await daymark.sweepUploads()).toBe(0)
    sending.end('done\r\n--x--\r\n')
    const [answer] = await answered
    answer.resume()
    expect(answer.statusCode).toBe(201)
    expect(await daymark.sweepUploads()).toBe(0)
    expect((await originals()).length).toBe(before.length + 2)
  })
})
