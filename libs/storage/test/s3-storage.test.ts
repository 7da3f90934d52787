import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { openStorage, StorageFull } from '../src/index.ts'
import { type TestS3, testS3 } from '@daymark/testing'
import { storageSuite } from './storage.suite.ts'

const server: TestS3 | undefined = await testS3()
if (!server)
  console.info(
    'S3 storage: the suite did not run, no S3 server could be installed (Python 3 with venv and its package index is needed)',
  )
afterAll(() => server?.stop())
const describeS3 = server ? describe : describe.skip

const access = { driver: 's3', accessKey: 'daymark', secretKey: 'daymark-secret' } as const

describeS3('S3 storage', () => {
  storageSuite(async () => {
    const storage = openStorage({ ...access, endpoint: server?.endpoint ?? '', bucket: 'suite' })
    await storage.ready()
    return storage
  })

  it('makes its bucket, and says so when it vanishes', async () => {
    const settings = { ...access, endpoint: server?.endpoint ?? '', bucket: 'vanishing' }
    const storage = openStorage(settings)
    await storage.ready()
    await openStorage(settings).ready()
    await fetch(`${server?.endpoint}/vanishing`, { method: 'DELETE' })
    await expect(storage.ready()).rejects.toThrow('the bucket vanishing is gone')
  })

  it('leaves no unfinished upload behind when a body breaks off', async () => {
    const storage = openStorage({ ...access, endpoint: server?.endpoint ?? '', bucket: 'unfinished' })
    await storage.ready()
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(20 * 1024 * 1024)
      throw new Error('cut')
    }
    await expect(storage.put('a/b', Readable.from(broken()))).rejects.toThrow('cut')
    const answer = await (await fetch(`${server?.endpoint}/unfinished?uploads`)).text()
    expect(answer).toContain('ListMultipartUploadsResult')
    expect(answer).not.toContain('<UploadId>')
  })
})

describe('S3 storage without a server', () => {
  it('is not ready where nothing listens', async () => {
    const storage = openStorage({ ...access, endpoint: 'http://127.0.0.1:9', bucket: 'nowhere' })
    await expect(storage.ready()).rejects.toThrow()
  })

  it('says StorageFull when the server has no space', async () => {
    const full = createServer((request, response) => {
      const isPut = request.method === 'PUT'
      request.resume().on('end', () => {
        response.writeHead(isPut ? 507 : 200, { 'content-type': 'application/xml' })
        if (request.method === 'HEAD') response.end()
        else if (isPut) response.end('<Error><Code>XMinioStorageFull</Code><Message>No space.</Message></Error>')
        else response.end('<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>')
      })
    })
    await new Promise<void>(listening => full.listen(0, '127.0.0.1', listening))
    const { port } = full.address() as AddressInfo
    try {
      const storage = openStorage({ ...access, endpoint: `http://127.0.0.1:${port}`, bucket: 'full' })
      await expect(storage.put('a/b', Buffer.from('x'))).rejects.toBeInstanceOf(StorageFull)
    } finally {
      full.closeAllConnections()
      full.close()
    }
  })
})
