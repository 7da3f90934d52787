import type { Size } from '@daymark/contracts/watermark'
import type { MarkJob } from '../../shared/messages.ts'
import { open, toPixels } from '../formats/locked-sharp.ts'

/** Pictures of one gallery mostly have one size, and so has the logo on them. */
const MOST_KEPT = 8
const LARGEST_KEPT = 8 * 1024 ** 2
const kept = new Map<string, Buffer>()

/** The logo in the size that it has on the picture, as opaque as the settings say: rows of RGBA. */
export async function preparedMark(logo: MarkJob['logo'], { width, height }: Size, opacity: number): Promise<Buffer> {
  const key = `${logo.id} ${width}x${height} ${opacity}`
  const known = kept.get(key)
  if (known) return known
  const { data } = await toPixels(open(logo.path).resize({ width, height, fit: 'fill' }).ensureAlpha())
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round((data[at] ?? 0) * opacity)
  if (data.length <= LARGEST_KEPT) keep(key, data)
  return data
}

function keep(key: string, mark: Buffer): void {
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, mark)
}
