import { randomBytes, randomInt } from 'node:crypto'
import { AppError } from '@daymark/contracts'
import { parseBoundary, readFormParts } from './form-reader.ts'

type ParsedPart = { name: string; filename?: string; content: Buffer }

/** Pieces of random length, including empty ones. */
async function* splitRandomly(body: Buffer, maxPieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length;) {
    const size = randomInt(0, maxPieceBytes + 1)
    yield body.subarray(at, at + size)
    at += size
  }
}
async function parseForm(body: Buffer | string, boundary: string, maxPieceBytes = 1000): Promise<ParsedPart[]> {
  const parts: ParsedPart[] = []
  for await (const { name, filename, body: content } of readFormParts(
    splitRandomly(Buffer.from(body), maxPieceBytes),
    boundary,
  ))
    parts.push({
      name,
      ...(filename !== undefined && { filename }),
      content: Buffer.concat(await Array.fromAsync(content)),
    })
  return parts
}
/** The result of Node's own parser. */
async function parseWithNode(body: Buffer, contentType: string): Promise<ParsedPart[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, content: Buffer.from(value) }
        : { name, filename: value.name, content: Buffer.from(await value.arrayBuffer()) },
    ),
  )
}
const part = (headers: string, content: string): string => `--x\r\n${headers}\r\n\r\n${content}\r\n`
const disposition = 'Content-Disposition: form-data; name="file"'
const filenameOf = async (parameters: string): Promise<string | undefined> =>
  (await parseForm(`${part(`${disposition}; ${parameters}`, '')}--x--`, 'x'))[0]?.filename

describe('multipart forms', () => {
  it('are parsed as Node parses them, for any chunk size and content that resembles boundaries', async () => {
    for (let round = 0; round < 60; round++) {
      const form = new FormData()
      for (let i = randomInt(1, 6); i > 0; i--) {
        const noise = Buffer.concat(
          Array.from(
            { length: randomInt(0, 30) },
            () =>
              [
                randomBytes(randomInt(0, 300)),
                Buffer.from('\r\n-'),
                Buffer.from('\r\n------formdata-undici-0'),
                Buffer.from('\r'),
              ][randomInt(0, 4)]!,
          ),
        )
        if (randomInt(0, 2)) form.append(`field ${i}`, noise.toString('latin1').replaceAll(/\r\n?|\n/g, '\r\n'))
        else form.append('file', new Blob([noise]), `Bild ${i} "ü".jpg`)
      }
      const request = new Request('http://localhost', { method: 'POST', body: form })
      const contentType = request.headers.get('content-type') ?? ''
      const body = Buffer.from(await request.arrayBuffer())
      const expected = await parseWithNode(body, contentType)
      expect(await parseForm(body, parseBoundary(contentType) ?? '', [1, 7, 100, 70_000][round % 4])).toEqual(expected)
    }
  })

  it('may have a preamble and an epilogue', async () => {
    const body = `hello\r\n${part(disposition, 'content')}--x--\r\nepilogue`
    expect(await parseForm(body, 'x')).toEqual([{ name: 'file', content: Buffer.from('content') }])
  })

  it('preserve file names in the notations of all clients', async () => {
    expect(await filenameOf('filename="a.jpg"')).toBe('a.jpg')
    expect(await filenameOf('filename=a.jpg')).toBe('a.jpg')
    expect(await filenameOf('filename="my %22best%22.jpg"')).toBe('my "best".jpg')
    expect(await filenameOf('filename="my \\"best\\".jpg"')).toBe('my "best".jpg')
    expect(await filenameOf('filename="C:\\photos\\a.jpg"')).toBe('C:\\photos\\a.jpg')
    expect(await filenameOf('filename="Müller 写真.jpg"')).toBe('Müller 写真.jpg')
    expect(await filenameOf('filename="x.jpg"; filename*=UTF-8\'\'M%C3%BCller.jpg')).toBe('Müller.jpg')
    expect(await filenameOf('filename="x.jpg"; filename*=UTF-8\'\'%E0%A4%A')).toBe('x.jpg')
    expect(await filenameOf('filename=""')).toBe('')
    expect(await filenameOf('filename="M%C3%BCller 100%.jpg"')).toBe('Müller 100%.jpg')
    expect(await filenameOf('filename="100%25 a%20b.jpg"')).toBe('100%25 a%20b.jpg')
    expect(await filenameOf('filename="=?utf-8?B?TcO8bGxlci5qcGc=?="')).toBe('Müller.jpg')
    expect(await filenameOf('filename="=?ISO-8859-1?Q?M=FCller?= =?ISO-8859-1?Q?_2?=.jpg"')).toBe('Müller 2.jpg')
    expect(await filenameOf("filename*=iso-8859-1'de'M%FCller.jpg")).toBe('Müller.jpg')
    expect(await filenameOf('filename="x.jpg"; filename*=nonsense\'\'M%FCller.jpg')).toBe('x.jpg')
  })

  it('preserve file names in legacy encodings', async () => {
    const readFilename = async (name: Buffer) => {
      const [before, after] = part(`${disposition}; filename="|"`, '').split('|')
      const body = Buffer.concat([Buffer.from(before ?? ''), name, Buffer.from(`${after}--x--`)])
      return (await parseForm(body, 'x'))[0]?.filename
    }
    expect(await readFilename(Buffer.from('Müller.jpg', 'latin1'))).toBe('Müller.jpg')
    // Shift_JIS, whose second bytes may be backslashes
    expect(await readFilename(Buffer.from([0x8e, 0x52, 0x93, 0x63, 0x95, 0x5c, 0x2e, 0x6a, 0x70, 0x67]))).toBe(
      '山田表.jpg',
    )
    expect((await parseForm(`${part(disposition, 'x')}--x--`, 'x'))[0]).not.toHaveProperty('filename')
  })

  it('are rejected if they end early, at any position', async () => {
    const whole = `${part(`${disposition}; filename="a.jpg"`, 'content')}--x--`
    for (let length = 0; length < whole.length; length++)
      await expect(parseForm(whole.slice(0, length), 'x')).rejects.toThrow('The form is incomplete. Send it again.')
    expect(await parseForm(whole, 'x')).toHaveLength(1)
  })

  it('are rejected if malformed, after a limited number of bytes', async () => {
    await expect(parseForm('x'.repeat(100_000), 'x')).rejects.toBeInstanceOf(AppError)
    await expect(parseForm(`--x\r\n${'A: b\r\n'.repeat(10_000)}`, 'x')).rejects.toThrow('too large')
    await expect(parseForm(part(disposition, '').repeat(100), 'x')).rejects.toThrow('too large')
  })

  it('with malicious headers are parsed quickly', async () => {
    // CPU time, because the machine may be busy.
    const before = process.cpuUsage()
    await parseForm(`${part(`${disposition}; filename="${'\\'.repeat(8000)}`, '')}--x--`, 'x')
    await parseForm(`${part(`${disposition}; filename="${'\\"'.repeat(4000)}`, '')}--x--`, 'x')
    await parseForm(`${part(`${'content-disposition: '.repeat(700)}`, '')}--x--`, 'x')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})

describe('the boundary', () => {
  it('is read from the content type, plain or quoted', () => {
    expect(parseBoundary('multipart/form-data; boundary=----abc')).toBe('----abc')
    expect(parseBoundary('Multipart/Form-Data; charset=utf-8; BOUNDARY="a b;c"')).toBe('a b;c')
    for (const none of [
      undefined,
      '',
      'multipart/form-data',
      'multipart/mixed; boundary=x',
      'application/json',
      'multipart/form-data; boundary=',
    ])
      expect(parseBoundary(none)).toBeUndefined()
  })
})
