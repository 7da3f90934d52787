import { encodeExtended } from 'content-disposition'

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
