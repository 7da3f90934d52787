/** File endings of each type of picture; the first is used where the name has none of them. RAW files keep the ending they came with. */
const ENDINGS: Record<string, string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'jif'],
  'image/png': ['png', 'apng'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp', 'dib'],
  'image/heic': ['heic', 'heif', 'hif', 'heics', 'heifs'],
  'image/avif': ['avif', 'avifs'],
  'image/tiff': ['tif', 'tiff'],
}
const RAW =
  'raw cr2 cr3 crw nef nrw arw srf sr2 dng raf orf ori rw2 rwl srw x3f pef ptx 3fr fff iiq mos erf mef mrw dcr kdc gpr'
const KNOWN = new Set([...Object.values(ENDINGS).flat(), ...RAW.split(' ')])

/**
 * The name under which a file goes out: as it was uploaded, but with an ending that fits the bytes, so that programs open it. Only
 * endings of pictures are replaced: "Mr. Smith" and "2024.06.01" have none.
 */
export function downloadName(uploaded: string, mimeType: string): string {
  const endings = ENDINGS[mimeType]
  const [, stem = uploaded, ending = ''] = /^([^]+)\.([a-z0-9]{2,5})$/i.exec(uploaded) ?? []
  if (!endings || endings.includes(ending.toLowerCase())) return uploaded
  return `${KNOWN.has(ending.toLowerCase()) ? stem : uploaded}.${endings[0]}`
}
