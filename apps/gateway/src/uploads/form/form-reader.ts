import { decode, errors, KB, decodeText } from '@daymark/contracts'

const NOTHING = Buffer.alloc(0)

/**
 * Splits a stream of bytes at delimiters. It uses native search and passes chunks on without copying, except for a delimiter that spans
 * two chunks. A returned piece is valid until the next one is requested.
 */
export class ByteScanner {
  private buffered: Buffer

  /** `before` is read before the source. */
  constructor(
    private readonly source: AsyncIterator<Buffer>,
    before: Buffer = NOTHING,
  ) {
    this.buffered = before
  }

  /** The bytes before the delimiter in pieces. The delimiter is skipped. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.buffered.indexOf(delimiter)
      if (at >= 0) {
        const found = this.buffered.subarray(0, at)
        this.buffered = this.buffered.subarray(at + delimiter.length)
        if (found.length > 0) yield found
        return
      }
      const end = this.buffered.length - beginningAtEnd(this.buffered, delimiter)
      const passed = this.buffered.subarray(0, end)
      this.buffered = this.buffered.subarray(end)
      if (passed.length > 0) yield passed
      await this.more()
    }
  }

  /** The bytes before the delimiter as one buffer of at most `limit` bytes. */
  async wholeUntil(delimiter: Buffer, limit: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of this.until(delimiter)) {
      length += piece.length
      if (length > limit) throw errors.BODY_TOO_LARGE()
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  }

  /** The next bytes, without consuming them. */
  async peek(length: number): Promise<Buffer> {
    while (this.buffered.length < length) await this.more()
    return this.buffered.subarray(0, length)
  }

  private async more(): Promise<void> {
    const rest = Buffer.from(this.buffered)
    const { value, done } = await this.source.next()
    if (done) throw errors.INVALID_INPUT({ reason: 'The form is incomplete. Send it again.' })
    this.buffered = rest.length === 0 ? value : Buffer.concat([rest, value])
  }
}

/** Number of bytes at the end that could be the start of a delimiter. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const end = bytes.subarray(Math.max(bytes.length - delimiter.length + 1, 0))
  // One native search excludes almost every chunk.
  for (let at = end.indexOf(delimiter[0] ?? 0); at >= 0; at = end.indexOf(delimiter[0] ?? 0, at + 1))
    if (end.compare(delimiter, 0, end.length - at, at) === 0) return end.length - at
  return 0
}

/** A part of a form that is still arriving. A file has a `filename`. The body must be read before the next part is requested. */
export type FormPart = { name: string; filename?: string; body: AsyncGenerator<Buffer> }

/** An upload has a file and a few short fields. */
const MAX_PARTS = 60
const MAX_HEADERS = 16 * KB
const MAX_PREAMBLE = 16 * KB
const END_OF_HEADERS = Buffer.from('\r\n\r\n')

/** Parses a multipart/form-data body (RFC 7578) as a stream. The caller pulls the parts, which busboy pushes (docs/adr/0058). */
export async function* formParts(source: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // A line break is added in front because the first boundary may be at the very start.
  const scanner = new ByteScanner(source, Buffer.from('\r\n'))
  await scanner.wholeUntil(delimiter, MAX_PREAMBLE)
  for (let parts = 0; (await scanner.peek(2)).toString() !== '--'; parts++) {
    if (parts === MAX_PARTS) throw errors.BODY_TOO_LARGE()
    const headers = await scanner.wholeUntil(END_OF_HEADERS, MAX_HEADERS)
    const body = scanner.until(delimiter)
    yield { ...disposition(headers.toString('latin1')), body }
    for await (const _ of body);
  }
}

/** The boundary in a Content-Type; undefined if it is not a form. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return undefined
  const { quoted, plain } =
    /;\s*boundary=(?:"(?<quoted>[^"\r\n]{1,200})"|(?<plain>[^\s;"]{1,200}))/i.exec(contentType ?? '')?.groups ?? {}
  return quoted ?? plain
}

/** The headers have one character per byte, until the encoding of a parameter is known. */
function disposition(headers: string): { name: string; filename?: string } {
  const line = /^content-disposition:\s*form-data(?<parameters>.*)$/im.exec(headers)?.groups?.['parameters'] ?? ''
  const plain = parameter(line, 'filename')
  const filename = extended(line) ?? (plain === undefined ? undefined : plainName(plain))
  const name = decodeText(Buffer.from(parameter(line, 'name') ?? '', 'latin1'))
  return { name, ...(filename !== undefined && { filename }) }
}

/** Browsers write a quote as %22, other clients as \". A backslash before other characters separates folders. */
function parameter(line: string, name: string): string | undefined {
  const { quoted, plain } =
    new RegExp(`;\\s*${name}=(?:"(?<quoted>(?:\\\\["\\\\]|[^"\\\\]|\\\\(?!["\\\\]))*)"|(?<plain>[^\\s;]+))`, 'i').exec(
      line,
    )?.groups ?? {}
  return quoted?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? plain
}

/** Text, MIME encoded words (RFC 2047), or percent-encoded UTF-8. A percent sign that encodes nothing but ASCII is part of the name. */
function plainName(raw: string): string {
  if (WORD.test(raw)) return raw.replaceAll(new RegExp(`${WORD.source}(?:\\s+(?==\\?))?`, 'gi'), encodedWord)
  const decoded = /%[89a-f][0-9a-f]/i.test(raw) ? decode('utf-8', unescaped(raw)) : undefined
  return decoded ?? decodeText(Buffer.from(raw, 'latin1'))
}

const WORD = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/i
function encodedWord(word: string, charset: string, kind: string, content: string): string {
  const bytes =
    kind.toLowerCase() === 'b'
      ? Buffer.from(content, 'base64')
      : unescaped(content.replaceAll('_', ' ').replaceAll('=', '%'))
  return decode(charset, bytes) ?? word
}

/** RFC 5987, which some clients send although it is not allowed in forms. */
function extended(line: string): string | undefined {
  const [, charset = '', encoded] = /;\s*filename\*=([\w-]{1,40})'[^']*'([^\s;]+)/i.exec(line) ?? []
  return encoded === undefined || /%(?![0-9a-f]{2})/i.test(encoded) ? undefined : decode(charset, unescaped(encoded))
}

const unescaped = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
