import { assertSafe, type ByteRange, type EditedFile, mergeRanges, UnsafeFile } from '../edited-file.ts'

/** Namespaces whose properties remain; all other properties are removed. Namespaces are compared by URI, because prefixes are arbitrary. */
const KEPT_NAMESPACES = new Set([
  'adobe:ns:meta/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.w3.org/XML/1998/namespace',
  'http://purl.org/dc/elements/1.1/',
  'http://ns.adobe.com/xap/1.0/',
  'http://ns.adobe.com/xap/1.0/rights/',
  'http://ns.adobe.com/tiff/1.0/',
  'http://ns.adobe.com/exif/1.0/',
  'http://ns.adobe.com/exif/1.0/aux/',
  'http://cipa.jp/exif/1.0/',
  'http://ns.adobe.com/photoshop/1.0/',
  'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  'http://ns.useplus.org/ldf/xmp/1.0/',
  'http://creativecommons.org/ns#',
  'http://ns.google.com/photos/1.0/panorama/', // projection of a sphere
  'http://ns.google.com/photos/1.0/container/',
  'http://ns.google.com/photos/1.0/container/item/',
  'http://ns.adobe.com/hdr-gain-map/1.0/',
  'http://ns.apple.com/HDRGainMap/1.0/',
])

const PRIVATE_NAME_PARTS = /gps|serial|latitude|longitude|altitude|makernote|thumbnail|uniqueid|ownername|usercomment/i
const LOCATION_NAMES =
  /^(location.*|sublocation|city|state|provincestate|country.*|worldregion|devicesettingdescription)$/i

/** Returns true if a property contains a location or identifies an individual camera. */
const isPrivateName = (name: string): boolean => PRIVATE_NAME_PARTS.test(name) || LOCATION_NAMES.test(name)

const SPACE_BYTE = 0x20
const OPENING_TAG = /<([A-Za-z_][\w.-]*(?::[\w.-]+)?)/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[\w.-]+)?)\s*=\s*("[^"<]*"|'[^'<]*')/y
const OPENING_TAG_END = /\s*(\/?)>/y
const CLOSING_TAG = /<\/([A-Za-z_][\w.:-]*)\s*>/y
const PROCESSING_INSTRUCTION = /<\?[^<>]*\?>/y
const NAMESPACE_DECLARATION = /\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*("[^"<]*"|'[^'<]*')/g

type OpenElement = { name: string; start: number; isKept: boolean }

/**
 * Overwrites private properties and properties of unknown namespaces in an XMP packet with spaces. Overwrites whole elements, so that the
 * rest remains well-formed. If the packet is not simple 8-bit XML, replaces it by the replacement XMP of `file`, which contains the
 * copyright. Throws UnsafeFile if there is no replacement or it is too long.
 */
export function cleanXmp(file: EditedFile, start: number, end: number): void {
  try {
    overwritePrivateParts(file, start, end)
  } catch (error) {
    const { replacementXmp: packet } = file
    if (!(error instanceof UnsafeFile) || !packet || packet.length > end - start) throw error
    file.write(start, packet)
    file.fill(start + packet.length, end, SPACE_BYTE)
  }
}

function overwritePrivateParts(file: EditedFile, start: number, end: number): void {
  // latin1 has one character per byte, so offsets in the text are offsets in the packet
  const text = file.bytes.toString('latin1', start, end).replace(/\0+$/, '')
  assertSafe(!text.includes('\0') && !text.includes('<!'), 'XMP: UTF-16, comments or a document type')
  for (const [from, to] of new XmpReader(text).findPrivateRanges()) file.fill(start + from, start + to, SPACE_BYTE)
}

class XmpReader {
  private readonly namespaces: Map<string, string>
  private readonly openElements: OpenElement[] = []
  private readonly privateRanges: ByteRange[] = []

  private readonly text: string
  constructor(text: string) {
    this.text = text
    this.namespaces = readNamespaces(text)
  }

  /** Returns the ranges to overwrite, in order. Ranges that only white space separates are merged. */
  findPrivateRanges(): ByteRange[] {
    let offset = this.text.search(/</)
    assertSafe(offset !== -1, 'XMP: invalid XML')
    while (offset !== -1) {
      const next = this.readTag(offset)
      offset = this.text.indexOf('<', next)
      const textBetweenTags = this.text.slice(next, offset === -1 ? undefined : offset)
      assertSafe(
        this.openElements.length > 0 || textBetweenTags.trim() === '' || textBetweenTags === '\ufeff',
        'XMP: text outside of elements',
      )
    }
    assertSafe(this.openElements.length === 0, 'XMP: element without an end tag')
    return mergeRanges(this.privateRanges, (end, start) => this.text.slice(end, start).trim() === '')
  }

  private readTag(offset: number): number {
    const instruction = this.matchAt(PROCESSING_INSTRUCTION, offset)
    if (instruction) return offset + instruction[0].length
    const close = this.matchAt(CLOSING_TAG, offset)
    if (close) {
      this.closeElement(close[1] ?? '', offset + close[0].length)
      return offset + close[0].length
    }
    return this.readOpeningTag(offset)
  }

  private readOpeningTag(start: number): number {
    const [begin, name = ''] = this.matchAt(OPENING_TAG, start) ?? []
    assertSafe(begin !== undefined, 'XMP: invalid XML')
    const isKept = this.isKept(name)
    const end = this.readAttributes(start + begin.length, isKept)
    const [close, slash] = this.matchAt(OPENING_TAG_END, end) ?? []
    assertSafe(close !== undefined, 'XMP: incomplete tag')
    this.openElements.push({ name, start, isKept })
    if (slash) this.closeElement(name, end + close.length)
    return end + close.length
  }

  private closeElement(name: string, end: number): void {
    const element = this.openElements.pop()
    assertSafe(element?.name === name, 'XMP: elements overlap')
    if (!element.isKept) this.privateRanges.push([element.start, end])
  }

  private readAttributes(from: number, isKept: boolean): number {
    let offset = from
    for (let match = this.matchAt(ATTRIBUTE, offset); match; match = this.matchAt(ATTRIBUTE, offset)) {
      const [attribute, name = ''] = match
      const isDeclaration = name.startsWith('xmlns:')
      if (isKept && !isDeclaration && name !== 'about' && !this.isKept(name))
        this.privateRanges.push([offset, offset + attribute.length])
      offset += attribute.length
    }
    return offset
  }

  private isKept(name: string): boolean {
    const [prefix = '', local] = name.split(':')
    if (local === undefined) return false
    const namespace = prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : this.namespaces.get(prefix)
    return namespace !== undefined && KEPT_NAMESPACES.has(namespace) && !isPrivateName(local)
  }

  private matchAt(pattern: RegExp, offset: number): RegExpExecArray | null {
    pattern.lastIndex = offset
    return pattern.exec(this.text)
  }
}

/** Returns the namespace URIs by prefix. Throws UnsafeFile if a prefix has two namespaces, which ordinary programs do not write. */
function readNamespaces(text: string): Map<string, string> {
  const namespaces = new Map<string, string>()
  for (const [, prefix = '', quoted = ''] of text.matchAll(NAMESPACE_DECLARATION)) {
    const name = quoted.slice(1, -1)
    assertSafe((namespaces.get(prefix) ?? name) === name, 'XMP: prefix with two namespaces')
    namespaces.set(prefix, name)
  }
  return namespaces
}
