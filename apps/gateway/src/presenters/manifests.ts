import type { http } from '@daymark/contracts'
import type { HashedFile, Manifest } from '../media/visitors/manifests.ts'

/** So many are a text at a time. */
const PIECE = 500

const presentFile = ({ photoId, name, size, sha256, taken }: HashedFile): http.ManifestFile => ({
  ...{ image_id: photoId, name, bytes: size, sha256 },
  ...(taken !== undefined && { taken }),
})
const presentImage = ({ photoId, name, size, sha256 }: HashedFile): http.v1.ShareManifestImage => ({
  ...{ id: photoId, filename: name, size, sha256 },
})

export const manifestJson = ({ files, ...head }: Manifest): Generator<string> => json(head, 'files', files, presentFile)
export const v1ManifestJson = ({ title, size, files }: Manifest): Generator<string> =>
  json({ title, download_size: size }, 'images', files, presentImage)

/** As `sha256sum -c` reads it, from the folder into which the ZIP was unpacked. It passes over lines that begin with '#'. */
export function* checksums({ files }: Manifest): Generator<string> {
  for (let at = 0; at < files.length; at += PIECE)
    yield files
      .slice(at, at + PIECE)
      .map(({ name, sha256 }) => (sha256 === null ? `# cannot be read: ${name}\n` : `${sha256}  ${name}\n`))
      .join('')
}

// oxlint-disable-next-line max-params -- what is said of all, and the name, what and how of each
function* json(head: object, list: string, files: HashedFile[], present: (file: HashedFile) => object) {
  yield `${JSON.stringify(head).slice(0, -1)},"${list}":[`
  for (let at = 0; at < files.length; at += PIECE) {
    const texts = files.slice(at, at + PIECE).map(file => JSON.stringify(present(file)))
    yield `${at > 0 ? ',' : ''}${texts.join(',')}`
  }
  yield ']}'
}
