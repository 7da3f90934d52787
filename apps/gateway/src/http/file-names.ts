import { encodeExtended } from 'content-disposition'

/** Most file systems limit a name to 255 bytes. The remaining 15 are reserved for a number that makes names unique. */
const MAX_NAME_BYTES = 240
/**
 * Control characters, and marks that are invisible or reverse the direction of text, which would display `gpj.exe` as `exe.jpg`. Joiners
 * and direction marks (U+200C to U+200F) are not included, because emoji, Persian and Hebrew names need them.
 */
const INVISIBLE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
const FORBIDDEN_ON_WINDOWS = /[\\/:*?"<>|]/g
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The original name of an uploaded file without its path and without invisible characters. */
export function cleanUploadedName(raw: string): string {
  const lastSegment = raw.split(/[\\/]/).at(-1) ?? ''
  return shortenName(lastSegment.toWellFormed().replace(INVISIBLE_CHARACTERS, '').trimEnd()) || 'upload'
}

/** Makes a name valid on every file system. Valid names stay unchanged. */
export function toSafeFilename(raw: string): string {
  const name = raw
    .toWellFormed()
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(FORBIDDEN_ON_WINDOWS, '_')
    .replace(/^\.[.\s]+|[.\s]+$/gu, '')
  if (name === '') return 'file'
  return shortenName(RESERVED_NAME.test(name) ? `_${name}` : name)
}

/** The file extension in lower case without the dot; empty if the name has none. */
export function extensionOf(name: string): string {
  const match = /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)
  return match?.[1]?.toLowerCase() ?? ''
}

/** Shortens the stem and keeps the extension and whole characters. */
function shortenName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  const characters = [...name.slice(0, name.length - extension.length)].slice(0, MAX_NAME_BYTES)
  while (Buffer.byteLength(characters.join('')) + extension.length > MAX_NAME_BYTES) characters.pop()
  return characters.join('').trimEnd() + extension
}

/**
 * The Content-Disposition header (RFC 6266) with an ASCII name for old clients and the real name in UTF-8 for all others. The package
 * `content-disposition` encodes only the real name, because its ASCII names contain `?` for accents, which Windows does not allow.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const asciiName = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${type}; filename="${asciiName}"; filename*=${encodeExtended(name.toWellFormed())}`
}
