import type { Exif } from '@daymark/contracts'
import { type Tags, textOf } from '../exif/tags.ts'
import type { CaptureFacts } from '../../shared/messages.ts'
import { segments, SOS } from './jpeg-segments.ts'

/** The only metadata of every JPEG that Daymark delivers: artist, copyright and capture time (rule 38). */
export type Credit = {
  copyright: string | undefined
  artist: string | undefined
  capture: Pick<CaptureFacts, 'time' | 'offset'>
  usageTerms: string | undefined
  webStatement: string | undefined
  /** Whether the original has some of it in XMP or IPTC only, where other programs look for it. */
  needsXmp: boolean
}

export function creditOf(tags: Tags, { artist, copyright }: Exif, { time, offset }: CaptureFacts): Credit {
  const [usageTerms, webStatement] = [textOf(tags.UsageTerms), textOf(tags.WebStatement)]
  const isBeyondExif = (artist && !textOf(tags.Artist)) || (copyright && !textOf(tags.Copyright))
  const needsXmp = Boolean(isBeyondExif || usageTerms || webStatement)
  return { copyright, artist, capture: { time, offset }, usageTerms, webStatement, needsXmp }
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')

/** Returns the credit as JPEG segments of a few hundred bytes, or an empty buffer if there is none. Every size of a photo has them. */
export function creditSegments(credit: Credit): Buffer {
  if (isEmpty(credit)) return Buffer.alloc(0)
  const parts = [application1(EXIF, exifBlock(credit))]
  if (credit.needsXmp) parts.push(application1(XMP, Buffer.from(xmpPacket(credit))))
  return Buffer.concat(parts)
}

/** Returns an XMP packet for an original whose own XMP visitors must not receive. */
export const creditPacket = (credit: Credit): Buffer | undefined =>
  isEmpty(credit) ? undefined : Buffer.from(xmpPacket(credit))

const isEmpty = ({ copyright, artist, capture }: Credit): boolean => !copyright && !artist && !capture.time

/** Returns the segments that `creditSegments` added to a JPEG, for another size that is rendered from it. */
export function creditIn(jpeg: Buffer): Buffer {
  const found: Buffer[] = []
  for (const { marker, from, start, next } of segments(jpeg, 0, jpeg.length)) {
    if (marker === SOS) break
    if (marker === 0xe1 && [EXIF, XMP].some(name => jpeg.subarray(start, start + name.length).equals(name)))
      found.push(jpeg.subarray(from, next))
  }
  return Buffer.concat(found)
}

function application1(name: Buffer, content: Buffer): Buffer {
  const head = Buffer.of(0xff, 0xe1, 0, 0)
  head.writeUInt16BE(2 + name.length + content.length, 2)
  return Buffer.concat([head, name, content])
}

type Entry = { tag: number; type: number; content: Buffer }
const [ASCII, LONG, UNDEFINED] = [2, 4, 7]
/** Writes UTF-8, as current programs write and read it, although the standard requires ASCII. */
const text = (tag: number, value: string | undefined): Entry[] =>
  value === undefined ? [] : [{ tag, type: ASCII, content: Buffer.from(`${value}\0`) }]

function exifBlock({ artist, copyright, capture: { time, offset } }: Credit): Buffer {
  const [, date, digits] = /^([\d-]+T[\d:]+)(?:\.(\d+))?/.exec(time ?? '') ?? []
  const version: Entry = { tag: 0x9000, type: UNDEFINED, content: Buffer.from('0232') }
  const taken = [
    ...text(0x9003, date?.replaceAll('-', ':').replace('T', ' ')),
    ...text(0x9011, date && offset),
    ...text(0x9291, digits),
  ]
  const pointer: Entry = { tag: 0x8769, type: LONG, content: Buffer.alloc(4) }
  const first = [...text(0x013b, artist), ...text(0x8298, copyright), pointer]
  const header = Buffer.from('MM\0*\0\0\0\b', 'latin1')
  // The length of the directory does not depend on the value of the pointer.
  pointer.content.writeUInt32BE(header.length + directory(first, header.length).length)
  const one = directory(first, header.length)
  return Buffer.concat([header, one, directory([version, ...taken], header.length + one.length)])
}

/** `at`: the offset of the directory in the block. */
function directory(entries: Entry[], at: number): Buffer {
  const list = Buffer.alloc(2 + entries.length * 12 + 4)
  list.writeUInt16BE(entries.length)
  const values: Buffer[] = []
  let end = at + list.length
  entries.forEach(({ tag, type, content }, index) => {
    const entry = 2 + index * 12
    list.writeUInt16BE(tag, entry)
    list.writeUInt16BE(type, entry + 2)
    list.writeUInt32BE(type === LONG ? 1 : content.length, entry + 4)
    if (content.length <= 4) return void list.set(content, entry + 8)
    const even = Buffer.alloc(content.length + (content.length & 1))
    even.set(content)
    list.writeUInt32BE(end, entry + 8)
    values.push(even)
    end += even.length
  })
  return Buffer.concat([list, ...values])
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (value: string): string => value.replace(/[&<>"]/g, sign => SIGNS[sign] ?? sign)

function xmpPacket({ artist, copyright, capture, usageTerms, webStatement }: Credit): string {
  const item = (value: string, language = '') => `<rdf:li${language}>${escaped(value)}</rdf:li>`
  const alternative = (name: string, value: string | undefined) =>
    value ? `<${name}><rdf:Alt>${item(value, ' xml:lang="x-default"')}</rdf:Alt></${name}>` : ''
  const creator = artist ? `<dc:creator><rdf:Seq>${item(artist)}</rdf:Seq></dc:creator>` : ''
  const attributes = [
    capture.time && ` photoshop:DateCreated="${capture.time}${capture.offset ?? ''}"`,
    webStatement && ` xmpRights:WebStatement="${escaped(webStatement)}"`,
  ]
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"' +
    `${attributes.filter(Boolean).join('')}>${alternative('dc:rights', copyright)}${creator}` +
    `${alternative('xmpRights:UsageTerms', usageTerms)}</rdf:Description></rdf:RDF></x:xmpmeta>`
  )
}
