import { decode, errors, KB, decodeText } from '@daymark/contracts'

const EMPTY_BUFFER = Buffer.alloc(0)

/**
 * Splits a stream of bytes at delimiters. It uses native search and passes chunks on without copying, except for a delimiter that spans
 * two chunks. A returned piece is valid until the next one is requested.
 */
export class ByteScanner {
  private buffered: Buffer

  /** `initialBytes` are read before the bytes of the source. */
  constructor(
    private readonly source: AsyncIterator<Buffer>,
    initialBytes: Buffer = EMPTY_BUFFER,
  ) {
    this.buffered = initialBytes
  }

  /** Yields the bytes before the delimiter in pieces, and skips the delimiter. */
  async *readUntil(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const delimiterStart = this.buffered.indexOf(delimiter)
      if (delimiterStart >= 0) {
        const piece = this.buffered.subarray(0, delimiterStart)
        this.buffered = this.buffered.subarray(delimiterStart + delimiter.length)
        if (piece.length > 0) yield piece
        return
      }
      const end = this.buffered.length - countDelimiterStart(this.buffered, delimiter)
      const piece = this.buffered.subarray(0, end)
      this.buffered = this.buffered.subarray(end)
      if (piece.length > 0) yield piece
      await this.readMore()
    }
  }

  /** Returns the bytes before the delimiter as one buffer. Throws BODY_TOO_LARGE if there are more than `limit`. */
  async readAllUntil(delimiter: Buffer, limit: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of this.readUntil(delimiter)) {
      length += piece.length
      if (length > limit) throw errors.BODY_TOO_LARGE()
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  }

  /** Returns the next `length` bytes without consuming them. */
  async peek(length: number): Promise<Buffer> {
    while (this.buffered.length < length) await this.readMore()
    return this.buffered.subarray(0, length)
  }

  private async readMore(): Promise<void> {
    const remainder = Buffer.from(this.buffered)
    const { value, done } = await this.source.next()
    if (done) throw errors.INVALID_INPUT({ reason: 'The form is incomplete. Send it again.' })
    this.buffered = remainder.length === 0 ? value : Buffer.concat([remainder, value])
  }
}

/** Number of bytes at the end of `bytes` that could be the start of a delimiter whose rest is still arriving. */
function countDelimiterStart(bytes: Buffer, delimiter: Buffer): number {
  const end = bytes.subarray(Math.max(bytes.length - delimiter.length + 1, 0))
  // One native search excludes almost every chunk.
  for (let start = end.indexOf(delimiter[0] ?? 0); start >= 0; start = end.indexOf(delimiter[0] ?? 0, start + 1))
    if (end.compare(delimiter, 0, end.length - start, start) === 0) return end.length - start
  return 0
}

/** A part of a form that is still arriving. A file has a `filename`. The body must be read before the next part is requested. */
type FormPart = { name: string; filename?: string; body: AsyncGenerator<Buffer> }

/** Maximum number of parts. An upload has one file and a few short fields. */
const MAX_PARTS = 60
const MAX_HEADER_BYTES = 16 * KB
const MAX_PREAMBLE_BYTES = 16 * KB
const END_OF_HEADERS = Buffer.from('\r\n\r\n')

/**
 * Parses a multipart/form-data body (RFC 7578) as a stream. The caller pulls one part after the other; busboy would push them
 * (docs/adr/0058).
 */
export async function* readFormParts(source: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // A line break is read before the source, because the first boundary may be at its very start, without the line break of other
  // boundaries.
  const scanner = new ByteScanner(source, Buffer.from('\r\n'))
  await scanner.readAllUntil(delimiter, MAX_PREAMBLE_BYTES)
  for (let parts = 0; (await scanner.peek(2)).toString() !== '--'; parts++) {
    if (parts === MAX_PARTS) throw errors.BODY_TOO_LARGE()
    const headers = await scanner.readAllUntil(END_OF_HEADERS, MAX_HEADER_BYTES)
    const body = scanner.readUntil(delimiter)
    yield { ...parseDisposition(headers.toString('latin1')), body }
    for await (const _ of body);
  }
}

/** The boundary in a Content-Type; undefined if it is not a form. */
export function parseBoundary(contentType: string | undefined): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return undefined
  const { quoted, plain } =
    /;\s*boundary=(?:"(?<quoted>[^"\r\n]{1,200})"|(?<plain>[^\s;"]{1,200}))/i.exec(contentType ?? '')?.groups ?? {}
  return quoted ?? plain
}

/** `headers` has one character per byte (Latin-1). Each parameter is decoded again once its encoding is known. */
function parseDisposition(headers: string): { name: string; filename?: string } {
  const line = /^content-disposition:\s*form-data(?<parameters>.*)$/im.exec(headers)?.groups?.['parameters'] ?? ''
  const plain = parseParameter(line, 'filename')
  const filename = parseExtendedName(line) ?? (plain === undefined ? undefined : decodePlainName(plain))
  const name = decodeText(Buffer.from(parseParameter(line, 'name') ?? '', 'latin1'))
  return { name, ...(filename !== undefined && { filename }) }
}

/** Browsers write a quote as %22, other clients as \". A backslash before other characters separates folders. */
function parseParameter(line: string, name: string): string | undefined {
  const { quoted, plain } =
    new RegExp(`;\\s*${name}=(?:"(?<quoted>(?:\\\\["\\\\]|[^"\\\\]|\\\\(?!["\\\\]))*)"|(?<plain>[^\\s;]+))`, 'i').exec(
      line,
    )?.groups ?? {}
  return quoted?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? plain
}

/**
 * Decodes a file name: plain text, MIME encoded words (RFC 2047), or percent-encoded UTF-8. A name whose percent signs encode only ASCII
 * characters is not decoded.
 */
function decodePlainName(raw: string): string {
  if (ENCODED_WORD.test(raw))
    return raw.replaceAll(new RegExp(`${ENCODED_WORD.source}(?:\\s+(?==\\?))?`, 'gi'), decodeWord)
  const decoded = /%[89a-f][0-9a-f]/i.test(raw) ? decode('utf-8', decodePercentBytes(raw)) : undefined
  return decoded ?? decodeText(Buffer.from(raw, 'latin1'))
}

const ENCODED_WORD = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/i
function decodeWord(word: string, charset: string, kind: string, content: string): string {
  const bytes =
    kind.toLowerCase() === 'b'
      ? Buffer.from(content, 'base64')
      : decodePercentBytes(content.replaceAll('_', ' ').replaceAll('=', '%'))
  return decode(charset, bytes) ?? word
}

/** Parses a name in the format of RFC 5987, which some clients send although forms do not allow it. */
function parseExtendedName(line: string): string | undefined {
  const [, charset = '', encoded] = /;\s*filename\*=([\w-]{1,40})'[^']*'([^\s;]+)/i.exec(line) ?? []
  return encoded === undefined || /%(?![0-9a-f]{2})/i.test(encoded)
    ? undefined
    : decode(charset, decodePercentBytes(encoded))
}

const decodePercentBytes = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
