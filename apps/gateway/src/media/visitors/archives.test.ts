import { media, type Output, type Rpc, type sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { Archives, ScaledPhotos } from './archives.ts'

type Archive = Output<typeof sharing.listArchive>
const photoIds = ['a', 'b', 'c']
const archive = (watermark = true): Archive => ({
  linkId: 'l',
  ownerId: 'o',
  title: 'Summer',
  watermark,
  size: 'original',
  hasLimit: false,
  files: photoIds.map(photoId => ({
    photoId,
    key: `originals/${photoId}`,
    name: `${photoId}.NEF`,
    size: 9,
    crc32: 9,
    modified: null,
    patches: [[0, 'AA==']],
  })),
})

/** A media service in which only rendered photos are ready. */
function createArchives({ version = (): string => 'v1', ready = [] as string[] } = {}) {
  const rendered = new Set(ready)
  const calls: string[] = []
  const call = async (contract: Rpc, input: { photoId: string; photoIds: string[] }) => {
    calls.push(contract.name)
    if (contract === media.locateWatermarked) return void rendered.add(input.photoId)
    const file = (id: string) => ({ key: `watermark/${id}`, size: 5, crc32: 7, sha256: '', width: 1, height: 1 })
    return { version: version(), files: input.photoIds.map(id => (rendered.has(id) ? file(id) : null)) }
  }
  const rpc = { call } as unknown as RpcClient
  return { archives: new Archives(rpc, new ScaledPhotos(rpc)), calls }
}

describe('the ZIP of a link', () => {
  it('rule 39: contains the files that sharing lists if the link has no watermark', async () => {
    const { archives, calls } = createArchives()
    expect(await archives.prepareSendable(archive(false))).toEqual({
      title: 'Summer',
      watermark: false,
      files: archive().files,
    })
    expect(calls).toEqual([])
  })

  it('rule 39, rule 40: contains only rendered files if the link has a watermark', async () => {
    const { archives } = createArchives({ ready: ['b'] })
    expect((await archives.prepareSendable(archive())).files).toEqual(
      photoIds.map(id => ({
        photoId: id,
        key: `watermark/${id}`,
        size: 5,
        sha256: '',
        crc32: 7,
        mimeType: 'image/jpeg',
        name: `${id}.jpg`,
        modified: null,
      })),
    )
  })

  it('rule 39: reports progress if rendering takes long', async () => {
    const { archives, calls } = createArchives({ ready: ['b'] })
    await expect(archives.prepareSendable(archive(), 0)).rejects.toMatchObject({
      code: 'archive_preparing',
      status: 503,
      params: { ready: 1, total: 3 },
    })
    expect(calls).toEqual([media.listWatermarked.name])
  })

  it('rule 40: is rejected if a file belongs to no photo', async () => {
    const { archives } = createArchives({ ready: photoIds })
    const { files, ...rest } = archive()
    const archiveWithoutPhotoIds = { ...rest, files: files.map(({ photoId: _, ...file }) => file) }
    await expect(archives.prepareSendable(archiveWithoutPhotoIds)).rejects.toMatchObject({
      code: 'watermark_unavailable',
    })
  })

  it('never mixes files of different watermark settings', async () => {
    let listCalls = 0
    const { archives } = createArchives({
      ready: Array.from({ length: 600 }, (_, i) => `p${i}`),
      version: () => `v${Math.min(++listCalls, 2)}`,
    })
    const files = Array.from({ length: 600 }, (_, i) => ({ ...archive().files[0]!, photoId: `p${i}` }))
    expect((await archives.prepareSendable({ ...archive(), files })).files).toHaveLength(600)
    expect(listCalls).toBe(4)
  })
})
