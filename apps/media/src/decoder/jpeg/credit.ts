import type { Exif } from '@daymark/contracts'
import { type Tags, toText } from '../exif/tags.ts'
import type { CaptureData } from '../../shared/messages.ts'
import { readSegments, SOS } from './jpeg-segments.ts'

/** The metadata of JPEG files that Daymark renders: artist, copyright and capture time (rule 38). Daymark writes no other metadata. */
export type Credit = {
  copyright: string | undefined
  artist: string | undefined
  capture: Pick<CaptureData, 'time' | 'offset'>
  usageTerms: string | undefined
  webStatement: string | undefined
  /** True if the original has some of these values only in XMP or IPTC. The JPEG then gets an XMP packet in addition to EXIF. */
  needsXmp: boolean
}

export function toCredit(tags: Tags, { artist, copyright }: Exif, { time, offset }: CaptureData): Credit {
  const [usageTerms, webStatement] = [toText(tags.UsageTerms), toText(tags.WebStatement)]
  const isBeyondExif = (artist && !toText(tags.Artist)) || (copyright && !toText(tags.Copyright))
  const needsXmp = Boolean(isBeyondExif || usageTerms || webStatement)
  return { copyright, artist, capture: { time, offset }, usageTerms, webStatement, needsXmp }
}

const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1')
const XMP_PREFIX = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')

/** Encodes the credit as JPEG segments. Returns an empty buffer if the credit is empty. */
export function encodeCreditSegments(credit: Credit): Buffer {
  if (isEmpty(credit)) return Buffer.alloc(0)
  const parts = [encodeApp1(EXIF_PREFIX, encodeExif(credit))]
  if (credit.needsXmp) parts.push(encodeApp1(XMP_PREFIX, Buffer.from(createXmpPacket(credit))))
  return Buffer.concat(parts)
}

/**
 * Encodes the credit as an XMP packet, which replaces the XMP of the original in the file for visitors. Undefined if the credit is empty.
 */
export const encodeCreditXmp = (credit: Credit): Buffer | undefined =>
  isEmpty(credit) ? undefined : Buffer.from(createXmpPacket(credit))

const isEmpty = ({ copyright, artist, capture }: Credit): boolean => !copyright && !artist && !capture.time

/** Returns the credit segments of a JPEG that Daymark rendered, so that a smaller size rendered from it gets them, too. */
export function readCreditSegments(jpeg: Buffer): Buffer {
  const segments: Buffer[] = []
  for (const { marker, from, start, next } of readSegments(jpeg, 0, jpeg.length)) {
    if (marker === SOS) break
    if (
      marker === 0xe1 &&
      [EXIF_PREFIX, XMP_PREFIX].some(name => jpeg.subarray(start, start + name.length).equals(name))
    )
      segments.push(jpeg.subarray(from, next))
  }
  return Buffer.concat(segments)
}

function encodeApp1(name: Buffer, content: Buffer): Buffer {
  const head = Buffer.of(0xff, 0xe1, 0, 0)
  head.writeUInt16BE(2 + name.length + content.length, 2)
  return Buffer.concat([head, name, content])
}

type ExifEntry = { tag: number; type: number; content: Buffer }
const [ASCII, LONG, UNDEFINED] = [2, 4, 7]
/** Creates the EXIF entry of a text in UTF-8. The EXIF standard requires ASCII, but current programs write UTF-8, too. */
const createTextEntry = (tag: number, value: string | undefined): ExifEntry[] =>
  value === undefined ? [] : [{ tag, type: ASCII, content: Buffer.from(`${value}\0`) }]

function encodeExif({ artist, copyright, capture: { time, offset } }: Credit): Buffer {
  const [, date, digits] = /^([\d-]+T[\d:]+)(?:\.(\d+))?/.exec(time ?? '') ?? []
  const version: ExifEntry = { tag: 0x9000, type: UNDEFINED, content: Buffer.from('0232') }
  const captureEntries = [
    ...createTextEntry(0x9003, date?.replaceAll('-', ':').replace('T', ' ')),
    ...createTextEntry(0x9011, date && offset),
    ...createTextEntry(0x9291, digits),
  ]
  const pointer: ExifEntry = { tag: 0x8769, type: LONG, content: Buffer.alloc(4) }
  const firstEntries = [...createTextEntry(0x013b, artist), ...createTextEntry(0x8298, copyright), pointer]
  const header = Buffer.from('MM\0*\0\0\0\b', 'latin1')
  // the length of the directory does not depend on the value of the pointer
  pointer.content.writeUInt32BE(header.length + encodeDirectory(firstEntries, header.length).length)
  const firstDirectory = encodeDirectory(firstEntries, header.length)
  return Buffer.concat([
    header,
    firstDirectory,
    encodeDirectory([version, ...captureEntries], header.length + firstDirectory.length),
  ])
}

/** Encodes an EXIF directory. `offset` is its position in the EXIF block. */
function encodeDirectory(entries: ExifEntry[], offset: number): Buffer {
  const list = Buffer.alloc(2 + entries.length * 12 + 4)
  list.writeUInt16BE(entries.length)
  const values: Buffer[] = []
  let end = offset + list.length
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

const XML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (value: string): string => value.replace(/[&<>"]/g, sign => XML_ENTITIES[sign] ?? sign)

function createXmpPacket({ artist, copyright, capture, usageTerms, webStatement }: Credit): string {
  const createListItem = (value: string, language = '') => `<rdf:li${language}>${escapeXml(value)}</rdf:li>`
  const createLanguageAlternative = (name: string, value: string | undefined) =>
    value ? `<${name}><rdf:Alt>${createListItem(value, ' xml:lang="x-default"')}</rdf:Alt></${name}>` : ''
  const creator = artist ? `<dc:creator><rdf:Seq>${createListItem(artist)}</rdf:Seq></dc:creator>` : ''
  const attributes = [
    capture.time && ` photoshop:DateCreated="${capture.time}${capture.offset ?? ''}"`,
    webStatement && ` xmpRights:WebStatement="${escapeXml(webStatement)}"`,
  ]
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"' +
    `${attributes.filter(Boolean).join('')}>${createLanguageAlternative('dc:rights', copyright)}${creator}` +
    `${createLanguageAlternative('xmpRights:UsageTerms', usageTerms)}</rdf:Description></rdf:RDF></x:xmpmeta>`
  )
}
