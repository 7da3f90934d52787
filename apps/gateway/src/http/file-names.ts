import { encodeExtended } from 'content-disposition'

/** One component of a path has 255 bytes on most systems; some room is left for a number. */
const MAX_BYTES = 240
/**
 * Control characters, and marks that reverse the direction of text or are invisible: `gpj.exe` must not read as `exe.jpg`. Joiners
 * and direction marks (U+200C to U+200F) stay: emoji, Persian and Hebrew names need them.
 */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
const NOT_ON_WINDOWS = /[\\/:*?"<>|]/g
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The name a file was uploaded with, as the owner will see it again: without a path, without characters that cannot be seen. */
export function uploadedName(raw: string): string {
  const base = raw.split(/[\\/]/).at(-1) ?? ''
  return shorten(base.toWellFormed().replace(INVISIBLE, '').trimEnd()) || 'upload'
}

/** A name that every file system takes, otherwise as it is: accents in one or two characters, a leading blank or dot. */
export function safeFilename(raw: string): string {
  const name = raw
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(NOT_ON_WINDOWS, '_')
    .replace(/^\.[.\s]+|[.\s]+$/gu, '')
  if (name === '') return 'file'
  return shorten(RESERVED.test(name) ? `_${name}` : name)
}

/** In lower case, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  const match = /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)
  return match?.[1]?.toLowerCase() ?? ''
}

/** Cuts the stem, never the extension and never a character in two. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  const characters = [...name.slice(0, name.length - extension.length)].slice(0, MAX_BYTES)
  while (Buffer.byteLength(characters.join('')) + extension.length > MAX_BYTES) characters.pop()
  return characters.join('').trimEnd() + extension
}

/**
 * RFC 6266: a plain name for old clients, the real one in UTF-8 for all others. Nothing in a name can end the header. The library
 * writes the real name; the whole header it would write without quotes where it can, and drop accents and scripts to `?`, which
 * Windows takes in no name.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${type}; filename="${plain}"; filename*=${encodeExtended(name.toWellFormed())}`
}
