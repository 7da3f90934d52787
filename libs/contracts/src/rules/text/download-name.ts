/** Extensions by media type; the first is the default. RAW files keep their extension. */
const EXTENSIONS_BY_MEDIA_TYPE: Record<string, string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'jif'],
  'image/png': ['png', 'apng'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp', 'dib'],
  'image/heic': ['heic', 'heif', 'hif', 'heics', 'heifs'],
  'image/avif': ['avif', 'avifs'],
  'image/tiff': ['tif', 'tiff'],
}
const RAW_EXTENSION =
  'raw cr2 cr3 crw nef nrw arw srf sr2 dng raf orf ori rw2 rwl srw x3f pef ptx 3fr fff iiq mos erf mef mrw dcr kdc gpr'
const KNOWN_EXTENSIONS = new Set([...Object.values(EXTENSIONS_BY_MEDIA_TYPE).flat(), ...RAW_EXTENSION.split(' ')])

/**
 * Returns the file name of a download: the uploaded name with an extension that matches the content, so that applications can open the file.
 * Only extensions of image files are replaced. Names such as "Mr. Smith" and "2024.06.01" have none.
 */
export function downloadName(uploaded: string, mimeType: string): string {
  const allowedExtensions = EXTENSIONS_BY_MEDIA_TYPE[mimeType]
  const [, baseName = uploaded, extension = ''] = /^([^]+)\.([a-z0-9]{2,5})$/i.exec(uploaded) ?? []
  if (!allowedExtensions || allowedExtensions.includes(extension.toLowerCase())) return uploaded
  return `${KNOWN_EXTENSIONS.has(extension.toLowerCase()) ? baseName : uploaded}.${allowedExtensions[0]}`
}
