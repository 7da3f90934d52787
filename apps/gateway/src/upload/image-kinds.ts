import type { ImageType } from '@daymark/contracts'

type Kind = { format: string; mimeType: string }
const KINDS: Record<Exclude<ImageType, 'raw'>, Kind> = {
  jpeg: { format: 'JPEG', mimeType: 'image/jpeg' },
  png: { format: 'PNG', mimeType: 'image/png' },
  gif: { format: 'GIF', mimeType: 'image/gif' },
  webp: { format: 'WebP', mimeType: 'image/webp' },
  bmp: { format: 'BMP', mimeType: 'image/bmp' },
  heic: { format: 'HEIC', mimeType: 'image/heic' },
  avif: { format: 'AVIF', mimeType: 'image/avif' },
  tiff: { format: 'TIFF', mimeType: 'image/tiff' },
}
const RAW_MAKERS: Record<string, string> = {
  cr2: 'canon',
  cr3: 'canon',
  nef: 'nikon',
  arw: 'sony',
  dng: 'adobe',
  raf: 'fuji',
  orf: 'olympus',
  rw2: 'panasonic',
  srw: 'samsung',
  x3f: 'sigma',
}

/** What a photo is called until media has looked into it; the name decides only which RAW it is. */
export function kindOf(type: ImageType, extension: string): Kind {
  if (type !== 'raw') return KINDS[type]
  const maker = RAW_MAKERS[extension]
  if (!maker) return { format: 'RAW', mimeType: 'image/x-raw' }
  return { format: extension.toUpperCase(), mimeType: `image/x-${maker}-${extension}` }
}
