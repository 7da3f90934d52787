import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { isPrivateName, KEPT_VOCABULARIES } from './xmp-names.ts'

const SPACE = 0x20
const OPEN = /<([A-Za-z_][\w.-]*(?::[\w.-]+)?)/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[\w.-]+)?)\s*=\s*("[^"<]*"|'[^'<]*')/y
const OPEN_END = /\s*(\/?)>/y
const CLOSE = /<\/([A-Za-z_][\w.:-]*)\s*>/y
const INSTRUCTION = /<\?[^<>]*\?>/y
const XMLNS = /\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*("[^"<]*"|'[^'<]*')/g

type Open = { name: string; start: number; isKept: boolean }
type Span = [start: number, end: number]

/**
 * Overwrites with spaces what an XMP packet states about places and devices, and all unknown vocabularies. Blanks whole properties, so that
 * the rest stays well-formed. If the packet is not plain, complete XML in 8 bits, replaces it by the packet of `file`, so that the
 * copyright is kept. Throws Unsafe if there is no such packet or no room for it.
 */
export function cleanXmp(file: EditedFile, start: number, end: number): void {
  try {
    blankPrivate(file, start, end)
  } catch (error) {
    const { packet } = file
    if (!(error instanceof Unsafe) || !packet || packet.length > end - start) throw error
    file.write(start, packet)
    file.fill(start + packet.length, end, SPACE)
  }
}

function blankPrivate(file: EditedFile, start: number, end: number): void {
  // latin1 has one character per byte, so offsets in the text are offsets in the packet.
  const text = file.bytes.toString('latin1', start, end).replace(/\0+$/, '')
  assure(!text.includes('\0') && !text.includes('<!'), 'XMP: 16 bits, comments or a document type')
  for (const [from, to] of new XmpReader(text).spans()) file.fill(start + from, start + to, SPACE)
}

class XmpReader {
  private readonly vocabularies: Map<string, string>
  private readonly open: Open[] = []
  private readonly found: Span[] = []

  private readonly text: string
  constructor(text: string) {
    this.text = text
    this.vocabularies = vocabulariesOf(text)
  }

  /** Returns the ranges to blank. Ranges with only white space between them are merged. */
  spans(): Span[] {
    let at = this.text.search(/</)
    assure(at !== -1, 'XMP: no XML')
    while (at !== -1) {
      const next = this.tag(at)
      at = this.text.indexOf('<', next)
      const between = this.text.slice(next, at === -1 ? undefined : at)
      assure(this.open.length > 0 || between.trim() === '' || between === '\ufeff', 'XMP: text outside')
    }
    assure(this.open.length === 0, 'XMP: an element without its end')
    return this.joined()
  }

  private tag(at: number): number {
    const instruction = this.match(INSTRUCTION, at)
    if (instruction) return at + instruction[0].length
    const close = this.match(CLOSE, at)
    if (close) {
      this.leave(close[1] ?? '', at + close[0].length)
      return at + close[0].length
    }
    return this.enter(at)
  }

  private enter(start: number): number {
    const [begin, name = ''] = this.match(OPEN, start) ?? []
    assure(begin !== undefined, 'XMP: no XML')
    const isKept = this.isKept(name)
    const end = this.attributes(start + begin.length, isKept)
    const [close, slash] = this.match(OPEN_END, end) ?? []
    assure(close !== undefined, 'XMP: a tag without its end')
    this.open.push({ name, start, isKept })
    if (slash) this.leave(name, end + close.length)
    return end + close.length
  }

  private leave(name: string, end: number): void {
    const element = this.open.pop()
    assure(element?.name === name, 'XMP: elements that cross')
    if (!element.isKept) this.found.push([element.start, end])
  }

  private attributes(from: number, isKept: boolean): number {
    let at = from
    for (let found = this.match(ATTRIBUTE, at); found; found = this.match(ATTRIBUTE, at)) {
      const [whole, name = ''] = found
      const isDeclaration = name.startsWith('xmlns:')
      if (isKept && !isDeclaration && name !== 'about' && !this.isKept(name)) this.found.push([at, at + whole.length])
      at += whole.length
    }
    return at
  }

  private isKept(name: string): boolean {
    const [prefix = '', local] = name.split(':')
    if (local === undefined) return false
    const vocabulary = prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : this.vocabularies.get(prefix)
    return vocabulary !== undefined && KEPT_VOCABULARIES.has(vocabulary) && !isPrivateName(local)
  }

  private joined(): Span[] {
    const joined: Span[] = []
    for (const [start, end] of this.found.toSorted(([one], [other]) => one - other)) {
      const last = joined.at(-1)
      if (last && (start <= last[1] || this.text.slice(last[1], start).trim() === '')) last[1] = Math.max(last[1], end)
      else joined.push([start, end])
    }
    return joined
  }

  private match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.text)
  }
}

/** Returns the vocabularies by prefix. Two vocabularies with one prefix are valid XML, but no typical program writes that. */
function vocabulariesOf(text: string): Map<string, string> {
  const vocabularies = new Map<string, string>()
  for (const [, prefix = '', quoted = ''] of text.matchAll(XMLNS)) {
    const name = quoted.slice(1, -1)
    assure((vocabularies.get(prefix) ?? name) === name, 'XMP: a prefix with two meanings')
    vocabularies.set(prefix, name)
  }
  return vocabularies
}
