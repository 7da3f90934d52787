/** Type of an image file, determined by its content. `raw`: a RAW file of any camera. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'heic' | 'avif' | 'tiff' | 'raw'

/** Number of leading bytes that `sniffImageType` needs. Only for some TIFF-based RAW files it needs all of them. */
export const SNIFF_BYTES = 4096

const RAW_EXTENSIONS = new Set(['cr2', 'cr3', 'nef', 'arw', 'dng', 'raf', 'orf', 'rw2', 'srw', 'x3f', 'raw'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
/** Valid sizes of the second BMP header. The first header is not sufficient, because text files can start with 'BM' too. */
const BMP_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124])
const MIN_IMAGE_BYTES = 12

/**
 * Detects the image type by magic numbers. Returns null for other files, including SVG, HTML and PDF, which browsers could execute. A JPEG
 * that is also valid HTML is accepted: its variants are re-encoded, and its original is never served as a page. The extension is used only to
 * distinguish TIFF from RAW formats with the same header.
 */
export function sniffImageType(head: Uint8Array, extension: string): ImageType | null {
  if (head.length < MIN_IMAGE_BYTES) return null
  return simpleImageType(head) ?? isoMediaType(head) ?? tiffOrRawType(head, extension.toLowerCase())
}

function simpleImageType(head: Uint8Array): ImageType | null {
  const start = readAscii(head, 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp'
  return start.startsWith('BM') && head.length >= 26 && BMP_HEADERS.has(dataView(head).getUint32(14, true))
    ? 'bmp'
    : null
}

/** Detects HEIC, AVIF and CR3. They share the box format of MP4 and differ by the brands in the first box. */
function isoMediaType(head: Uint8Array): ImageType | null {
  if (readAscii(head, 4, 4) !== 'ftyp') return null
  const end = Math.min(dataView(head).getUint32(0), head.length, 256)
  const brands = [readAscii(head, 8, 4)]
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(readAscii(head, offset, 4))
  if (brands[0] === 'crx ') return 'raw'
  if (brands.some(brand => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some(brand => HEIC_BRANDS.has(brand)) ? 'heic' : null
}

function tiffOrRawType(head: Uint8Array, extension: string): ImageType | null {
  const magic = readAscii(head, 0, 4)
  // RAW files of Fujifilm, Sigma, Panasonic and Leica, and Olympus have their own magic numbers.
  if (readAscii(head, 0, 15) === 'FUJIFILMCCD-RAW' || magic === 'FOVb' || /^II(U\0|R[OS])$|^MMOR$/.test(magic))
    return 'raw'
  if (!/^(II[*+]\0|MM\0[*+])$/.test(magic)) return null
  const isRaw = RAW_EXTENSIONS.has(extension) || readAscii(head, 8, 2) === 'CR' || hasRawDirectory(head)
  return isRaw ? 'raw' : 'tiff'
}

const NEW_SUBFILE_TYPE_TAG = 254
const SUB_IFDS_TAG = 330
const DNG_VERSION_TAG = 50706
/**
 * Detects TIFF-based RAW files without a RAW extension. DNG files have a version tag; in others the first directory is a reduced-resolution
 * preview and refers to sub-directories (SubIFDs).
 */
function hasRawDirectory(head: Uint8Array): boolean {
  const data = dataView(head)
  const isLittleEndian = head[0] === 0x49
  const start = data.getUint32(4, isLittleEndian)
  if (data.getUint16(2, isLittleEndian) !== 42 || start + 2 > head.length) return false
  const tags = new Map<number, number>()
  const count = data.getUint16(start, isLittleEndian)
  for (let offset = start + 2; offset + 12 <= head.length && tags.size < count; offset += 12)
    tags.set(data.getUint16(offset, isLittleEndian), data.getUint32(offset + 8, isLittleEndian))
  if (tags.has(DNG_VERSION_TAG)) return true
  return ((tags.get(NEW_SUBFILE_TYPE_TAG) ?? 0) & 1) === 1 && tags.has(SUB_IFDS_TAG)
}

const dataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const readAscii = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

type ImageKind = { format: string; mimeType: string }
const KIND_BY_TYPE: Record<Exclude<ImageType, 'raw'>, ImageKind> = {
  jpeg: { format: 'JPEG', mimeType: 'image/jpeg' },
  png: { format: 'PNG', mimeType: 'image/png' },
  gif: { format: 'GIF', mimeType: 'image/gif' },
  webp: { format: 'WebP', mimeType: 'image/webp' },
  bmp: { format: 'BMP', mimeType: 'image/bmp' },
  heic: { format: 'HEIC', mimeType: 'image/heic' },
  avif: { format: 'AVIF', mimeType: 'image/avif' },
  tiff: { format: 'TIFF', mimeType: 'image/tiff' },
}
/** Media types that browsers display as images and never execute. */
export const BROWSER_IMAGE_TYPES: ReadonlySet<string> = new Set(
  (['jpeg', 'png', 'gif', 'webp', 'avif', 'bmp'] as const).map(type => KIND_BY_TYPE[type].mimeType),
)
const RAW_KIND_BY_EXTENSION = new Map([
  ['cr2', 'canon'],
  ['cr3', 'canon'],
  ['nef', 'nikon'],
  ['arw', 'sony'],
  ['dng', 'adobe'],
  ['raf', 'fuji'],
  ['orf', 'olympus'],
  ['rw2', 'panasonic'],
  ['srw', 'samsung'],
  ['x3f', 'sigma'],
])

/** Returns the name and media type of a format (L-ENT-08). The extension is used only to determine the camera maker of a RAW file. */
export function imageKindOf(type: ImageType, extension: string): ImageKind {
  if (type !== 'raw') return KIND_BY_TYPE[type]
  const maker = RAW_KIND_BY_EXTENSION.get(extension.toLowerCase())
  if (!maker) return { format: 'RAW', mimeType: 'image/x-raw' }
  return { format: extension.toUpperCase(), mimeType: `image/x-${maker}-${extension.toLowerCase()}` }
}
