import type { Size } from '@daymark/contracts/watermark'
import type { Sharp } from 'sharp'

/** A picture to be marked, upright, with the profile that has to be put back into the finished JPEG. */
export type Opened = Size & {
  image: Sharp
  profile?: Buffer | undefined
}
