/** RFC 6266: a plain name for old clients, the real one in UTF-8 for all others. Nothing in a name can end the header. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*!]/g, escape)
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
