import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DaymarkError, fromStream } from '@daymark/client'
import { fromPath } from '@daymark/client/node'
import { startTestServer, type RecordedRequest } from './answering.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daymark-client-'))
})
afterEach(() => server.stop())
afterAll(() => rm(folder, { recursive: true }))

/** Parses the form of a request with the parser of Node, independently of the code under test. */
async function readForm({ body, headers }: RecordedRequest) {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const file = form.get('file') as File
  const fields = Object.fromEntries([...form].filter(([name]) => name !== 'file'))
  return { fields, names: [...form.keys()], filename: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}
const image = { id: 'i', processing_status: 'processing' }
const small = randomBytes(300_000)
const large = randomBytes(9_000_000)

describe('an upload by the client', () => {
  it('S-V1-19 streams a file from disk after its form fields, with content length and progress', async () => {
    server = await startTestServer([201, image])
    const path = join(folder, 'Anna "&" Tom ü.jpg')
    await writeFile(path, small)
    const progress: number[] = []
    const options = {
      albumId: 'a',
      title: 'First dance',
      onProgress: ({ sent }: { sent: number }) => progress.push(sent),
    }
    expect(await server.daymark().images.upload(await fromPath(path), options)).toEqual(image)
    const { fields, names, filename, bytes } = await readForm(server.requests[0]!)
    expect([fields, filename]).toEqual([{ album_id: 'a', title: 'First dance' }, 'Anna "&" Tom ü.jpg'])
    expect(names.at(-1)).toBe('file')
    expect(bytes.equals(small)).toBe(true)
    expect(Number(server.requests[0]!.headers['content-length'])).toBe(server.requests[0]!.body.length)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(small.length)
  })

  it('accepts a browser File and a stream', async () => {
    server = await startTestServer([201, image], [201, image])
    await server.daymark().images.upload(new File([small], 'file.jpg'))
    await server.daymark().images.upload(fromStream(new Blob([small]).stream(), 'stream.jpg'), { key: 'k' })
    const [file, stream] = await Promise.all(server.requests.map(readForm))
    expect([file!.filename, stream!.filename]).toEqual(['file.jpg', 'stream.jpg'])
    expect(file!.bytes.equals(small) && stream!.bytes.equals(small)).toBe(true)
    expect(server.requests[1]!.headers['idempotency-key']).toBe('k')
  })

  it('resumes an interrupted upload above 8 MB with the same idempotency key', async () => {
    const closeConnection = (_: RecordedRequest, response: { destroy(): void }) => response.destroy()
    server = await startTestServer(closeConnection, [200, { offset: 5_000_000, image: null }], [201, image])
    expect(await server.daymark().images.upload(new File([large], 'large.jpg'))).toEqual(image)
    const [first, progress, rest] = server.requests as [RecordedRequest, RecordedRequest, RecordedRequest]
    expect([first.headers['upload-resumable'], first.headers['upload-offset']]).toEqual(['?1', undefined])
    const key = first.headers['idempotency-key']
    expect([progress.url, rest.headers['idempotency-key']]).toEqual([`/v1/uploads/${String(key)}`, key])
    expect(rest.headers['upload-offset']).toBe('5000000')
    expect((await readForm(rest)).bytes.equals(large.subarray(5_000_000))).toBe(true)
  })

  it('with a given key, first asks for the offset of the earlier upload', async () => {
    server = await startTestServer([200, { offset: 0, image }])
    expect(await server.daymark().images.upload(new File([large], 'large.jpg'), { key: 'earlier' })).toEqual(image)
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/uploads/earlier'])
  })

  it('continues at the offset of the server, and fails when the offset does not advance', async () => {
    const wrongOffsetResponse = [
      409,
      { code: 'upload_offset', message: 'Elsewhere.', offset: 10 },
      { 'retry-after': '0' },
    ] as const
    const partialUploadResponse = [200, { offset: 10, image: null }] as const
    server = await startTestServer(
      [...partialUploadResponse],
      [...wrongOffsetResponse],
      [...partialUploadResponse],
      [...wrongOffsetResponse],
    )
    const call = server.daymark({ retries: 1 }).images.upload(new File([large], 'large.jpg'), { key: 'k' })
    await expect(call).rejects.toMatchObject({ code: 'upload_offset', offset: 10 })
    expect(server.requests[1]!.headers['upload-offset']).toBe('10')
  })

  it('does not retry a rejected upload', async () => {
    server = await startTestServer([413, { code: 'quota_exceeded', message: 'Your storage is full.' }])
    const call = server.daymark().images.upload(new File([small], 'a.jpg'))
    await expect(call).rejects.toThrow(DaymarkError)
    expect(server.requests).toHaveLength(1)
  })
})
