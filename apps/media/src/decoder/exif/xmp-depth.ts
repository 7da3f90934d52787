/** Honest packets have a dozen levels. ExifTool searches the rest of the packet once for each. */
const DEEPEST = 60
const MOST_TAGS = 50_000

/** Elements of an XMP packet lie so deep in each other, or are so many, that ExifTool would need minutes. Reads each byte once. */
export function isTooDeep(packet: Buffer | undefined): boolean {
  // One character per byte; the zeros are those of UTF-16 and UTF-32.
  const text = packet?.toString('latin1').replaceAll('\0', '') ?? ''
  let [depth, tags] = [0, 0]
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const end = text.indexOf('>', at)
    if (end === -1) return false
    depth += change(text[at + 1], text[end - 1])
    if (depth > DEEPEST || ++tags > MOST_TAGS) return true
    at = end
  }
  return false
}

/** By what stands first and last in a tag. */
function change(first: string | undefined, last: string | undefined): number {
  if (first === '/') return -1
  return first === '!' || first === '?' || last === '/' ? 0 : 1
}
