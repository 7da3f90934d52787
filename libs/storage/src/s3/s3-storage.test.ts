import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StorageFull } from '../storage.ts'
import { S3Storage } from './s3-storage.ts'

type FakeResponse = [status: number, body?: string]
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Opens a store on a fake server with the bucket `photos`. */
async function openFakeStore(respond: (request: string) => FakeResponse): Promise<S3Storage> {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body] = respond(`${request.method} ${request.url}`)
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
    })
  })
  await new Promise<void>(listening => server?.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const access = { accessKey: 'daymark', secretKey: 'daymark-secret', region: 'us-east-1', pathStyle: true }
  return new S3Storage({ endpoint: `http://127.0.0.1:${port}`, bucket: 'photos', ...access })
}

const listUploads = (...uploads: { key: string; hours: number }[]): FakeResponse => {
  const items = uploads.map(({ key, hours }) => {
    const initiated = new Date(Date.now() - hours * 3600_000).toISOString()
    return `<Upload><Key>${key}</Key><UploadId>of-${key}</UploadId><Initiated>${initiated}</Initiated></Upload>`
  })
  return [
    200,
    `<ListMultipartUploadsResult>${items.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
  ]
}

describe('a store on an S3 server', () => {
  it('creates its bucket if it is missing', async () => {
    const changes: string[] = []
    const storage = await openFakeStore(request => {
      if (request.startsWith('PUT ')) changes.push(request)
      return [request.startsWith('HEAD ') ? 404 : 200]
    })
    await storage.ready()
    expect(changes).toEqual([expect.stringMatching(/^PUT \/photos\/?$/)])
  })

  it('aborts the uploads in its bucket that killed processes began more than a day ago', async () => {
    const changes: string[] = []
    const storage = await openFakeStore(request => {
      if (request.startsWith('HEAD ')) return [200]
      if (request.includes('?uploads')) return listUploads({ key: 'a/old', hours: 25 }, { key: 'a/new', hours: 23 })
      if (request.startsWith('GET '))
        return [200, '<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>']
      changes.push(request)
      return [204]
    })
    await storage.ready()
    expect(changes).toEqual(['DELETE /photos/a/old?uploadId=of-a%2Fold'])
  })

  it('rejects with StorageFull when the server has no space', async () => {
    const storage = await openFakeStore(request => {
      if (request.startsWith('HEAD ')) return [200]
      if (request.startsWith('GET ')) return listUploads()
      return [507, '<Error><Code>XMinioStorageFull</Code><Message>No space.</Message></Error>']
    })
    await expect(storage.put('a/b', Buffer.from('x'))).rejects.toBeInstanceOf(StorageFull)
  })
})
