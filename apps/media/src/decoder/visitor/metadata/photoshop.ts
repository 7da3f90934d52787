import { assertSafe, type EditedFile } from '../edited-file.ts'

const IPTC_RESOURCE = 0x0404
/**
 * Resources that remain: resolution, copyright flag and URL, color profile. Other resources are overwritten, such as thumbnails, layer
 * names, and further copies of EXIF and XMP.
 */
const KEPT_RESOURCES = new Set([0x03ed, 0x040a, 0x040b, 0x040f, 0x0411, 0x041a])

/** Removes private data from Photoshop's image resources, in APP13 of a JPEG or in a TIFF tag. Throws UnsafeFile if they are invalid. */
export function cleanPhotoshop(file: EditedFile, start: number, end: number): void {
  const { bytes } = file
  let offset = start
  while (offset + 12 <= end) {
    if (bytes.toString('latin1', offset, offset + 4) !== '8BIM') break
    const id = bytes.readUInt16BE(offset + 4)
    const sizeAt = offset + 6 + roundUpToEven(1 + (bytes[offset + 6] ?? 0))
    assertSafe(sizeAt + 4 <= end, 'Photoshop: truncated resource')
    const size = bytes.readUInt32BE(sizeAt)
    const [from, to] = [sizeAt + 4, sizeAt + 4 + size]
    assertSafe(to <= end, 'Photoshop: resource beyond the end')
    if (id === IPTC_RESOURCE) cleanIptc(file, from, to)
    else if (!KEPT_RESOURCES.has(id)) file.fill(from, to)
    file.fill(offset + 7, offset + 7 + (bytes[offset + 6] ?? 0))
    offset = from + roundUpToEven(size)
  }
  file.fill(Math.min(offset, end), end)
}

const roundUpToEven = (length: number): number => length + (length & 1)

const APPLICATION_RECORD = 2
/**
 * Datasets with location code and name, city, sublocation, province, country code and country name. Their values are overwritten with
 * spaces.
 */
const LOCATION_DATASETS = new Set([26, 27, 90, 92, 95, 100, 101])
/** Datasets without private information, such as title, copyright and keywords. */
const KEPT_DATASETS = new Set([
  0, 3, 4, 5, 7, 8, 10, 12, 15, 20, 22, 25, 30, 35, 37, 38, 40, 42, 45, 47, 50, 55, 60, 62, 63, 65, 70, 75, 80, 85, 103,
  105, 110, 115, 116, 118, 120, 121, 122, 130, 131, 135,
])

export function cleanIptc(file: EditedFile, start: number, end: number): void {
  const { bytes } = file
  let offset = start
  while (offset + 5 <= end && bytes[offset] === 0x1c) {
    const [record, dataset, length] = [bytes[offset + 1], bytes[offset + 2] ?? 0, bytes.readUInt16BE(offset + 3)]
    assertSafe(length < 0x8000 && offset + 5 + length <= end, 'IPTC: value beyond the end')
    const [from, to] = [offset + 5, offset + 5 + length]
    if (record !== 1 && (record !== APPLICATION_RECORD || !KEPT_DATASETS.has(dataset)))
      file.fill(from, to, LOCATION_DATASETS.has(dataset) ? 0x20 : 0)
    offset = to
  }
  file.fill(offset, end)
}
