import { DOWNLOAD_SIZES, type DownloadSize, errors } from '@daymark/contracts'
import type { AccessRow } from './gallery-access.ts'

type Offer = Pick<AccessRow, 'allowDownloads' | 'downloadSizes' | 'downloadLimit' | 'visitorLimit'>

/** The size that is asked for where the link offers it; none asked for: the largest that it offers. */
export function offeredSize({ allowDownloads, downloadSizes }: Offer, asked?: DownloadSize): DownloadSize {
  if (!allowDownloads) throw errors.DOWNLOADS_OFF()
  const size = DOWNLOAD_SIZES.find(known => downloadSizes.includes(known) && (asked === undefined || asked === known))
  if (!size) throw errors.SIZE_NOT_OFFERED()
  return size
}

export const hasLimit = ({ downloadLimit, visitorLimit }: Offer): boolean =>
  downloadLimit !== null || visitorLimit !== null
