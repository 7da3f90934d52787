import type { http, Output, sharing } from '@daymark/contracts'

export function presentDownloads(downloads: Output<typeof sharing.claimDownloads>): http.PublicDownloads {
  const { sizes, visitorLimit, left } = downloads
  return { sizes, visitor_limit: visitorLimit, left }
}

type Archive = Pick<Output<typeof sharing.listArchive>, 'size' | 'selection' | 'files'>

/** The address says everything, so that the download can go on later and elsewhere. */
export function presentPrepared(
  token: string,
  { size, selection, files }: Archive,
  { ready, bytes }: { ready: number; bytes: number | null },
): http.PreparedDownload {
  const query = new URLSearchParams({ size, ...(selection !== undefined && { photos: selection }) })
  return { total: files.length, ready, bytes, url: `/api/shares/public/${token}/download?${query.toString()}` }
}
