import { type ExportedPhoto, fieldsIn, type FieldsIn, photoFields } from '@daymark/contracts'

type DescribedPhoto = FieldsIn<typeof photoFields, 'library'> & Pick<ExportedPhoto, 'tags' | 'gps'>
/** The rating of a photo by clients (5 for picked, -1 for rejected), and their notes, which photo editors show as instructions. */
export type ClientChoice = { rating: 5 | -1 | null; instructions: string }

/** An XMP file with rating and notes only, so that importing it changes nothing else of a photo. */
export const createChoiceSidecar = ({ rating, instructions }: ClientChoice): Buffer =>
  formatXmp([
    rating !== null && `<xmp:Rating>${rating}</xmp:Rating>`,
    instructions && `<photoshop:Instructions>${escapeXml(instructions)}</photoshop:Instructions>`,
  ])

/**
 * The fields and tags of a photo as XMP for Lightroom, digiKam and exiftool; undefined if it has none. A like is a rating of 5, because
 * other programs have no likes. The location is included because the file contains it too.
 */
export function createSidecar(photo: DescribedPhoto): Buffer | undefined {
  const { tags, gps } = photo
  const properties = new Map<string, unknown>()
  for (const field of fieldsIn(photoFields, 'library')) {
    const { xmp: property } = photoFields[field]
    if (property && photo[field]) properties.set(property, photo[field])
  }
  if (photo.isFavorite && !properties.has('xmp:Rating')) properties.set('xmp:Rating', 5)
  if (properties.size === 0 && tags.length === 0) return undefined
  return formatXmp([
    ...[...properties].map(([property, value]) => `<${property}>${formatValue(value)}</${property}>`),
    tags.length > 0 && `<dc:subject><rdf:Bag>${tags.map(formatListItem).join('')}</rdf:Bag></dc:subject>`,
    gps && `<exif:GPSLatitude>${formatCoordinate(gps.latitude, 'NS')}</exif:GPSLatitude>`,
    gps && `<exif:GPSLongitude>${formatCoordinate(gps.longitude, 'EW')}</exif:GPSLongitude>`,
  ])
}

const formatXmp = (elements: (string | false | null | undefined)[]): Buffer =>
  Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">
${elements.flatMap(element => (element ? [`   ${element}\n`] : [])).join('')}  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`)

/** XMP writes a text as a list of alternatives by language, and a number as it is. */
const formatValue = (value: unknown) => (typeof value === 'string' ? formatText(value) : String(value))
const formatText = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`
const formatListItem = (text: string) => `<rdf:li>${escapeXml(text)}</rdf:li>`

const XML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Removes characters that XML 1.0 does not allow. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
    .replace(/[&<>]/g, character => XML_ENTITIES[character] ?? character)

/** Formats a coordinate as XMP requires: degrees and decimal minutes. */
function formatCoordinate(value: number, signs: 'NS' | 'EW'): string {
  const degrees = Math.floor(Math.abs(value))
  const minutes = ((Math.abs(value) - degrees) * 60).toFixed(6)
  return `${degrees},${minutes}${signs[value < 0 ? 1 : 0]}`
}
