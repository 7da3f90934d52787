import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../../lib/api.ts'

type Size = http.GalleryManifest['size']

/** The server is still reading or creating some of the files. */
const AGAIN_MS = 2000

const paused = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    setTimeout(resolve, AGAIN_MS)
  })

/** Polls until the manifest is complete. Sends nothing about the visitor's files. */
export async function readManifest(
  { token, size, signal }: { token: string; size: Size; signal: AbortSignal },
  onProgress: (ready: number, total: number) => void,
): Promise<http.GalleryManifest> {
  for (;;) {
    const manifest = await call(routes.getGalleryManifest, { params: { token }, query: { size }, signal })
    if (manifest.ready === manifest.total) return manifest
    onProgress(manifest.ready, manifest.total)
    await paused(signal)
  }
}

export const checksumsUrl = (token: string, size: Size) =>
  addressOf(routes.getGalleryChecksums, { params: { token }, query: { size } })
